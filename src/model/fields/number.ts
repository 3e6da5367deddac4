// Numbers: integers, and those with decimals.
import { isBlankText, numberEssence, numberProblem, typedText } from "./common.ts";
import type { FieldType, HostFieldType } from "./fieldType.ts";
import { defaultText, readNumber } from "./reading.ts";

export interface NumberField {
  readonly control: { readonly kind: "number"; readonly isWhole: boolean };
  readonly input: { readonly kind: "number"; readonly text: string };
  readonly value: { readonly kind: "int" | "float"; readonly number: number | undefined };
  readonly edit: { readonly kind: "int" | "float"; readonly number: number | undefined };
}

export const numberType: FieldType<NumberField> = {
  controls: ["number"],
  input: {
    empty: { kind: "number", text: "" },
    ...typedText,
    essence: ({ text }) => numberEssence(text),
    problem: ({ text }, control) => numberProblem(text, control?.isWhole === true),
  },
  value: { kinds: ["int", "float"], text: ({ number }) => number?.toString() ?? "" },
};

export const numberHostType: HostFieldType<NumberField> = {
  serverTypes: {
    int: {
      control: () => ({ kind: "number", isWhole: true }),
      read: ({ value }) => ({ kind: "int", number: readNumber(value) }),
    },
    float: {
      control: () => ({ kind: "number", isWhole: false }),
      read: ({ value }) => ({ kind: "float", number: readNumber(value) }),
    },
  },
  inputOf: ({ number }) => ({ kind: "number", text: number?.toString() ?? "" }),
  defaultInput: (value) => ({ kind: "number", text: defaultText(value) ?? "" }),
  edit: ({ text }, control) => ({
    kind: control?.isWhole === true ? "int" : "float",
    number: isBlankText(text) ? undefined : Number(text),
  }),
  edits: {
    kinds: ["int", "float"],
    members: ({ number }) => ({ value: number ?? "" }),
    isHeld: (value, { kind, number }) => value.kind === kind && value.number === number,
  },
  taken: () => ({ kind: "write", look: "number" }),
  written: (text) => ({ kind: "number", text }),
  takenFacts: ({ isWhole }) => ({ takes: isWhole ? "integer" : "number" }),
  valueFact: ({ number }) => number ?? null,
};
