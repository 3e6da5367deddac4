// Multi-line texts in one of several formats.
import { mergeText } from "../merge/mergeText.ts";
import type { TextFormat } from "../valueTypes.ts";
import { isBlankText, normalizePlainText, stripHtmlTags } from "./fieldTypeHelpers.ts";
import type { FieldType, HostFieldType } from "./fieldType.ts";
import { readDefaultText, toTextFormat, getOwnMember, readOptionalText, readText } from "./readWireValue.ts";

export interface TextFieldShapes {
  /** `format` is set if it can't be changed. */
  readonly control: { readonly kind: "text"; readonly format?: TextFormat };
  readonly input: { readonly kind: "text"; readonly source: string; readonly format: TextFormat };
  readonly value: { readonly kind: "text"; readonly source: string; readonly format: TextFormat };
  readonly edit: { readonly kind: "text"; readonly source: string; readonly format: TextFormat };
}

export const textType: FieldType<TextFieldShapes> = {
  controlKinds: ["text"],
  input: {
    empty: { kind: "text", source: "", format: "commonmark" },
    createEmpty: ({ format = "commonmark" }) => ({ kind: "text", source: "", format }),
    isEmpty: ({ source }) => isBlankText(source),
    // The format of an empty text doesn't matter.
    toComparisonKey: ({ source, format }) => (source === "" ? "" : `${format} ${source}`),
    toText: ({ source }) => source,
    getFreeTexts: ({ source }) => [source],
  },
  value: {
    kinds: ["text"],
    toText: ({ source, format }) => (format === "html" ? stripHtmlTags(source) : source),
  },
};

export const textHostType: HostFieldType<TextFieldShapes> = {
  serverTypes: {
    text: {
      toControl: () => ({ kind: "text" }),
      readValue({ value, commonmark, format }) {
        // The format counts even if the text is empty.
        const isCommonmark = commonmark !== undefined && commonmark !== null;
        const markdown = isCommonmark ? readText(commonmark) : undefined;
        const readFormat = toTextFormat(readOptionalText(format), markdown);
        return { kind: "text", source: markdown ?? readText(value), format: readFormat };
      },
      conditionType: "words",
    },
  },
  // The server searches HTML markup too.
  toComparable: ({ source, format }) => (format === "html" ? undefined : { kind: "text", text: source }),
  toInput: ({ source, format }) => ({ kind: "text", source, format }),
  toDefaultInput(value) {
    const format = getOwnMember(value, "format");
    return {
      kind: "text",
      source: readDefaultText(getOwnMember(value, "content")) ?? readDefaultText(value) ?? "",
      format: format === "text" || format === "html" ? format : "commonmark",
    };
  },
  // Servers may convert the format.
  isStoredAsSent: (sent, stored) =>
    stored !== undefined && normalizePlainText(sent.source) === normalizePlainText(stored.source),
  merge(base, mine, theirs) {
    const isSameFormat = base?.format === mine.format && mine.format === theirs.format;
    const source =
      base !== undefined && isSameFormat ? mergeText(base.source, mine.source, theirs.source) : undefined;
    return source === undefined
      ? { kind: "conflict", both: undefined }
      : { kind: "merged", input: { kind: "text", source, format: mine.format } };
  },
  toEdit: ({ source, format }) => ({ kind: "text", source, format }),
  editRules: {
    kinds: ["text"],
    toWire: ({ source, format }) => ({ value: { content: source, format } }),
    isStored: (value, { source }, comparison) =>
      value.source === source ||
      (comparison === "ignoreOuterBlanks" && value.source.trim() === source.trim()),
  },
  toBulkInput: () => ({ kind: "write", inputType: "text" }),
  // The same text in another format isn't a change.
  parseText: (source, format, _control, base) =>
    base?.source === source ? base : { kind: "text", source, format },
  describeInput: () => ({ takes: "Markdown" }),
  getFormat: ({ source, format }) => (source === "" ? undefined : format),
};
