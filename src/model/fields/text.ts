// Long texts, in one of several formats.
import { mergeText } from "../merge/text.ts";
import type { TextFormat } from "../value.ts";
import { isBlankText, plain, withoutTags } from "./common.ts";
import type { FieldType, HostFieldType } from "./fieldType.ts";
import { defaultText, formatOf, memberOf, readOptionalText, readText } from "./reading.ts";

export interface TextField {
  /** With a format where it is always the same one. */
  readonly control: { readonly kind: "text"; readonly format?: TextFormat };
  readonly input: { readonly kind: "text"; readonly source: string; readonly format: TextFormat };
  readonly value: { readonly kind: "text"; readonly source: string; readonly format: TextFormat };
  readonly edit: { readonly kind: "text"; readonly source: string; readonly format: TextFormat };
}

export const textType: FieldType<TextField> = {
  controls: ["text"],
  input: {
    empty: { kind: "text", source: "", format: "commonmark" },
    emptyIn: ({ format = "commonmark" }) => ({ kind: "text", source: "", format }),
    isEmpty: ({ source }) => isBlankText(source),
    // A format without a text says nothing: an empty field stays empty in any of them.
    essence: ({ source, format }) => (source === "" ? "" : `${format} ${source}`),
    text: ({ source }) => source,
    texts: ({ source }) => [source],
  },
  value: {
    kinds: ["text"],
    text: ({ source, format }) => (format === "html" ? withoutTags(source) : source),
  },
};

export const textHostType: HostFieldType<TextField> = {
  serverTypes: {
    text: {
      control: () => ({ kind: "text" }),
      read({ value, commonmark, format }) {
        // Present but empty, it still says in which format the field is written.
        const isCommonmark = commonmark !== undefined && commonmark !== null;
        const markdown = isCommonmark ? readText(commonmark) : undefined;
        const readFormat = formatOf(readOptionalText(format), markdown);
        return { kind: "text", source: markdown ?? readText(value), format: readFormat };
      },
    },
  },
  inputOf: ({ source, format }) => ({ kind: "text", source, format }),
  defaultInput(value) {
    const format = memberOf(value, "format");
    return {
      kind: "text",
      source: defaultText(memberOf(value, "content")) ?? defaultText(value) ?? "",
      format: format === "text" || format === "html" ? format : "commonmark",
    };
  },
  // Servers may write a text down in another format.
  holdsSent: (sent, stored) => stored !== undefined && plain(sent.source) === plain(stored.source),
  merge(base, mine, theirs) {
    const isOneFormat = base?.format === mine.format && mine.format === theirs.format;
    const source =
      base !== undefined && isOneFormat ? mergeText(base.source, mine.source, theirs.source) : undefined;
    return source === undefined
      ? { kind: "collision", both: undefined }
      : { kind: "merged", input: { kind: "text", source, format: mine.format } };
  },
  edit: ({ source, format }) => ({ kind: "text", source, format }),
  edits: {
    kinds: ["text"],
    members: ({ source, format }) => ({ value: { content: source, format } }),
    isHeld: (value, { source }, how) =>
      value.source === source || (how === "loosely" && value.source.trim() === source.trim()),
  },
  taken: () => ({ kind: "write", look: "text" }),
  // The same words in another format are no other text.
  written: (source, format, _control, base) =>
    base?.source === source ? base : { kind: "text", source, format },
  takenFacts: () => ({ takes: "Markdown" }),
  formatOf: ({ source, format }) => (source === "" ? undefined : format),
};
