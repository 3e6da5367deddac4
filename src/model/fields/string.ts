// A single line of text.
import { plain, typedText } from "./common.ts";
import type { FieldType, HostFieldType, Problem } from "./fieldType.ts";
import { defaultText, readText } from "./reading.ts";

export interface StringField {
  readonly control: {
    readonly kind: "line";
    readonly maxLength: number | undefined;
    /** A name has rules of its own. */
    readonly isRepositoryName?: boolean;
  };
  readonly input: { readonly kind: "line"; readonly text: string };
  readonly value: { readonly kind: "string"; readonly text: string };
  readonly edit: { readonly kind: "string"; readonly text: string };
}

function lineProblem(text: string, maximum: number | undefined): Problem | undefined {
  if (/[\r\n]/.test(text)) return { kind: "severalLines" };
  // A character takes one or two units: most texts need no counting.
  const isTooLong =
    maximum !== undefined &&
    text.length > maximum &&
    (text.length > 2 * maximum || Array.from(text).length > maximum);
  return isTooLong ? { kind: "tooLong", maximum, unit: "characters" } : undefined;
}

/** A letter, then two more letters, digits, dashes, underscores or dots, at least. */
const repositoryName = /^[A-Za-z][A-Za-z0-9_.-]{2,254}$/;

export const stringType: FieldType<StringField> = {
  controls: ["line"],
  input: {
    empty: { kind: "line", text: "" },
    ...typedText,
    essence: ({ text }) => text,
    problem({ text }, control) {
      const problem = lineProblem(text, control?.maxLength);
      const isNoName = control?.isRepositoryName === true && !repositoryName.test(text);
      return problem ?? (isNoName ? { kind: "notAName" } : undefined);
    },
  },
  value: { kinds: ["string"], text: ({ text }) => text },
};

export const stringHostType: HostFieldType<StringField> = {
  serverTypes: {
    string: {
      control: ({ maxLength }) => ({ kind: "line", maxLength }),
      read: ({ value }) => ({ kind: "string", text: readText(value) }),
    },
  },
  inputOf: ({ text }) => ({ kind: "line", text }),
  defaultInput: (value) => ({ kind: "line", text: defaultText(value) ?? "" }),
  holdsSent: (sent, stored) => stored !== undefined && plain(sent.text) === plain(stored.text),
  edit: ({ text }) => ({ kind: "string", text }),
  edits: {
    kinds: ["string"],
    members: ({ text }) => ({ value: text }),
    isHeld: (value, { text }) => value.text === text,
  },
  taken: () => ({ kind: "write", look: "line" }),
  written: (text) => ({ kind: "line", text }),
  takenFacts: ({ maxLength }) => ({ takes: "line", maxLength }),
};
