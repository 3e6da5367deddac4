// Numbers that the server works out, unless somebody sets them.
import { isBlankText, numberEssence, numberProblem, typedText } from "./common.ts";
import type { FieldType, HostFieldType } from "./fieldType.ts";
import { readNumber, readOptionalBoolean } from "./reading.ts";

export interface ComputedField {
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

export const computedType: FieldType<ComputedField> = {
  controls: ["computed"],
  input: {
    empty: { kind: "computed", isAutomatic: true, text: "" },
    ...typedText,
    isEmpty: ({ isAutomatic, text }) => !isAutomatic && isBlankText(text),
    essence: ({ isAutomatic, text }) => (isAutomatic ? "automatic" : `manual ${numberEssence(text)}`),
    problem({ isAutomatic, text }) {
      if (isAutomatic) return undefined;
      return isBlankText(text) ? { kind: "required" } : numberProblem(text, false);
    },
  },
  value: {
    kinds: ["computed"],
    text: ({ isAutomatic, computed, manual }) => (isAutomatic ? computed : manual)?.toString() ?? "",
  },
};

export const computedHostType: HostFieldType<ComputedField> = {
  serverTypes: {
    computed: {
      control: () => ({ kind: "computed" }),
      read: ({ value, manual_value, is_autocomputed }) => ({
        kind: "computed",
        computed: readNumber(value),
        manual: readNumber(manual_value),
        isAutomatic: readOptionalBoolean(is_autocomputed) ?? true,
      }),
    },
  },
  inputOf: ({ isAutomatic, manual }) => ({ kind: "computed", isAutomatic, text: manual?.toString() ?? "" }),
  edit: ({ isAutomatic, text }) =>
    isAutomatic ? { kind: "automatic" } : { kind: "manual", number: Number(text) },
  edits: {
    kinds: ["manual", "automatic"],
    members: (edit) => (edit.kind === "manual" ? { manual_value: edit.number } : { is_autocomputed: true }),
    isHeld: ({ isAutomatic, manual }, edit) =>
      edit.kind === "manual" ? !isAutomatic && manual === edit.number : isAutomatic,
  },
};
