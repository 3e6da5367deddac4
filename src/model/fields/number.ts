// Integers and decimal numbers.
import { isBlankText, normalizeNumber, checkNumber, textInputMethods } from "./fieldTypeHelpers.ts";
import type { FieldType, HostFieldType } from "./fieldType.ts";
import { readDefaultText, readNumber } from "./readWireValue.ts";

export interface NumberFieldShapes {
  readonly control: { readonly kind: "number"; readonly isWhole: boolean };
  readonly input: { readonly kind: "number"; readonly text: string };
  readonly value: { readonly kind: "int" | "float"; readonly number: number | undefined };
  readonly edit: { readonly kind: "int" | "float"; readonly number: number | undefined };
}

export const numberType: FieldType<NumberFieldShapes> = {
  controlKinds: ["number"],
  input: {
    empty: { kind: "number", text: "" },
    ...textInputMethods,
    toComparisonKey: ({ text }) => normalizeNumber(text),
    findProblem: ({ text }, control) => checkNumber(text, control?.isWhole === true),
  },
  value: { kinds: ["int", "float"], toText: ({ number }) => number?.toString() ?? "" },
};

export const numberHostType: HostFieldType<NumberFieldShapes> = {
  serverTypes: {
    int: {
      toControl: () => ({ kind: "number", isWhole: true }),
      readValue: ({ value }) => ({ kind: "int", number: readNumber(value) }),
      conditionType: "number",
      columnType: "number",
    },
    float: {
      toControl: () => ({ kind: "number", isWhole: false }),
      readValue: ({ value }) => ({ kind: "float", number: readNumber(value) }),
      conditionType: "number",
      columnType: "number",
    },
  },
  toComparable: ({ number }) => ({ kind: "number", number }),
  toInput: ({ number }) => ({ kind: "number", text: number?.toString() ?? "" }),
  toDefaultInput: (value) => ({ kind: "number", text: readDefaultText(value) ?? "" }),
  toEdit: ({ text }, control) => ({
    kind: control?.isWhole === true ? "int" : "float",
    number: isBlankText(text) ? undefined : Number(text),
  }),
  editRules: {
    kinds: ["int", "float"],
    toWire: ({ number }) => ({ value: number ?? "" }),
    isStored: (value, { kind, number }) => value.kind === kind && value.number === number,
  },
  toBulkInput: () => ({ kind: "write", inputType: "number" }),
  parseText: (text) => ({ kind: "number", text }),
  describeInput: ({ isWhole }) => ({ takes: isWhole ? "integer" : "number" }),
  toAssistantValue: ({ number }) => number ?? null,
};
