// Numbers that the server computes unless they are set manually.
import { isBlankText, normalizeNumber, checkNumber, textInputMethods } from "./fieldTypeHelpers.ts";
import type { FieldType, HostFieldType } from "./fieldType.ts";
import { readNumber, readOptionalBoolean } from "./readWireValue.ts";

export interface ComputedFieldShapes {
  readonly control: { readonly kind: "computed" };
  readonly input: { readonly kind: "computed"; readonly isAutomatic: boolean; readonly text: string };
  readonly value: {
    readonly kind: "computed";
    readonly computed: number | undefined;
    readonly manual: number | undefined;
    readonly isAutomatic: boolean;
  };
  readonly edit: { readonly kind: "manual"; readonly number: number } | { readonly kind: "automatic" };
}

export const computedType: FieldType<ComputedFieldShapes> = {
  controlKinds: ["computed"],
  input: {
    empty: { kind: "computed", isAutomatic: true, text: "" },
    ...textInputMethods,
    isEmpty: ({ isAutomatic, text }) => !isAutomatic && isBlankText(text),
    toComparisonKey: ({ isAutomatic, text }) =>
      isAutomatic ? "automatic" : `manual ${normalizeNumber(text)}`,
    findProblem({ isAutomatic, text }) {
      if (isAutomatic) return undefined;
      return isBlankText(text) ? { kind: "required" } : checkNumber(text, false);
    },
  },
  value: {
    kinds: ["computed"],
    toText: ({ isAutomatic, computed, manual }) => (isAutomatic ? computed : manual)?.toString() ?? "",
  },
};

export const computedHostType: HostFieldType<ComputedFieldShapes> = {
  serverTypes: {
    computed: {
      toControl: () => ({ kind: "computed" }),
      readValue: ({ value, manual_value, is_autocomputed }) => ({
        kind: "computed",
        computed: readNumber(value),
        manual: readNumber(manual_value),
        isAutomatic: readOptionalBoolean(is_autocomputed) ?? true,
      }),
      columnType: "number",
    },
  },
  toComparable: ({ isAutomatic, computed, manual }) => ({
    kind: "number",
    number: isAutomatic ? computed : manual,
  }),
  toInput: ({ isAutomatic, manual }) => ({ kind: "computed", isAutomatic, text: manual?.toString() ?? "" }),
  toEdit: ({ isAutomatic, text }) =>
    isAutomatic ? { kind: "automatic" } : { kind: "manual", number: Number(text) },
  editRules: {
    kinds: ["manual", "automatic"],
    toWire: (edit) => (edit.kind === "manual" ? { manual_value: edit.number } : { is_autocomputed: true }),
    isStored: ({ isAutomatic, manual }, edit) =>
      edit.kind === "manual" ? !isAutomatic && manual === edit.number : isAutomatic,
  },
};
