// What would stand in a repository that is replaced unseen, for the person to look at first.
import { oneLine } from "./displayText.ts";
import { type Draft, inputIn } from "./form/draft.ts";
import type { Form, FormField } from "./form/form.ts";
import type { Input } from "./form/input.ts";
import { inputText, notifiedText } from "./form/inputText.ts";

export interface ReplacedValue {
  readonly label: string;
  /** None for nothing. */
  readonly lines: readonly string[];
  /** How many lines more there are. */
  readonly left: number;
}

/** More than most values have, and few enough for a dialog. */
const mostLines = 25;

/** Whoever is asked about an access file or a list has to see each line of it. */
function partsOf(input: Input | undefined): readonly string[] {
  if (input === undefined) return [];
  switch (input.kind) {
    case "text":
      return input.source.trimEnd().split(/\r\n|\r|\n/);
    case "openList":
      return input.entries.map(({ label }) => label);
    case "notifications":
      return input.rows.map(notifiedText);
    default:
      return [inputText(input)];
  }
}

function valueOf({ label }: FormField, parts: readonly string[]): ReplacedValue {
  const isNothing = parts.every((part) => part === "");
  return {
    label: oneLine(label),
    lines: isNothing ? [] : parts.slice(0, mostLines).map((part) => oneLine(part)),
    left: isNothing ? 0 : Math.max(0, parts.length - mostLines),
  };
}

/** All that is sent: what was typed, and what goes along since it was read once. */
export function replacementIn(form: Form, draft: Draft): readonly ReplacedValue[] {
  return form.fields.map((field) =>
    field.access === "edit"
      ? valueOf(field, partsOf(inputIn(form, draft, field.id)))
      : valueOf(field, field.value?.kind === "other" ? [field.value.text] : []),
  );
}
