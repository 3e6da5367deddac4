// A single line of text.
import { normalizePlainText, textInputMethods } from "./fieldTypeHelpers.ts";
import type { FieldType, HostFieldType, Problem } from "./fieldType.ts";
import { readDefaultText, readText } from "./readWireValue.ts";

export interface StringFieldShapes {
  readonly control: {
    readonly kind: "line";
    readonly maxLength: number | undefined;
    /** Repository names have additional rules. */
    readonly isRepositoryName?: boolean;
  };
  readonly input: { readonly kind: "line"; readonly text: string };
  readonly value: { readonly kind: "string"; readonly text: string };
  readonly edit: { readonly kind: "string"; readonly text: string };
}

function checkLine(text: string, maximum: number | undefined): Problem | undefined {
  if (/[\r\n]/.test(text)) return { kind: "multipleLines" };
  // A character has at most two UTF-16 units: most texts needn't be counted.
  const isTooLong =
    maximum !== undefined &&
    text.length > maximum &&
    (text.length > 2 * maximum || Array.from(text).length > maximum);
  return isTooLong ? { kind: "tooLong", maximum, unit: "characters" } : undefined;
}

/** At least three characters, starting with a letter. */
const repositoryName = /^[A-Za-z][A-Za-z0-9_.-]{2,254}$/;

export const stringType: FieldType<StringFieldShapes> = {
  controlKinds: ["line"],
  input: {
    empty: { kind: "line", text: "" },
    ...textInputMethods,
    toComparisonKey: ({ text }) => text,
    findProblem({ text }, control) {
      const problem = checkLine(text, control?.maxLength);
      const isInvalidName = control?.isRepositoryName === true && !repositoryName.test(text);
      return problem ?? (isInvalidName ? { kind: "invalidRepositoryName" } : undefined);
    },
  },
  value: { kinds: ["string"], toText: ({ text }) => text },
};

export const stringHostType: HostFieldType<StringFieldShapes> = {
  serverTypes: {
    string: {
      toControl: ({ maxLength }) => ({ kind: "line", maxLength }),
      readValue: ({ value }) => ({ kind: "string", text: readText(value) }),
      conditionType: "words",
    },
  },
  toComparable: ({ text }) => ({ kind: "text", text }),
  toInput: ({ text }) => ({ kind: "line", text }),
  toDefaultInput: (value) => ({ kind: "line", text: readDefaultText(value) ?? "" }),
  isStoredAsSent: (sent, stored) =>
    stored !== undefined && normalizePlainText(sent.text) === normalizePlainText(stored.text),
  toEdit: ({ text }) => ({ kind: "string", text }),
  editRules: {
    kinds: ["string"],
    toWire: ({ text }) => ({ value: text }),
    isStored: (value, { text }) => value.text === text,
  },
  toBulkInput: () => ({ kind: "write", inputType: "line" }),
  parseText: (text) => ({ kind: "line", text }),
  describeInput: ({ maxLength }) => ({ takes: "line", maxLength }),
};
