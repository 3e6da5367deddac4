// From a draft to what is sent: only what differs from what the server holds.
import type { FieldChange, FieldEdit, NewComment } from "../change.ts";
import { firstMinute } from "../localTime.ts";
import { type Draft, inputIn, typedIn } from "./draft.ts";
import type { Control } from "./control.ts";
import type { Form } from "./form.ts";
import { emptyInput, type Input, sameInput } from "./input.ts";

function numberIn(text: string): number | undefined {
  return text.trim() === "" ? undefined : Number(text);
}

function dateIn(text: string): string | undefined {
  const trimmed = text.trim();
  return trimmed === "" ? undefined : trimmed.replace(/[T ]+/, "T");
}

/** What no artifact has. */
type Foreign = Extract<Input, { kind: "notifications" }>;

/** What a field is asked to become. The input has no problem. */
function editOf(control: Control, input: Exclude<Input, Foreign>): FieldEdit {
  switch (input.kind) {
    case "line":
      return { kind: "string", text: input.text };
    case "text":
      return { kind: "text", source: input.source, format: input.format };
    case "number":
      return {
        kind: control.kind === "number" && control.isWhole ? "int" : "float",
        number: numberIn(input.text),
      };
    case "date":
      return { kind: "date", date: dateIn(input.text) };
    case "choices":
      return { kind: "choices", ids: input.chosen.map(({ id }) => id) };
    case "openList":
      return { kind: "openList", entries: input.entries };
    case "links":
      return { kind: "links", links: input.forward };
    case "permissions":
      return { kind: "permissions", groupIds: input.groups.map(({ id }) => id) };
    case "computed":
      return input.isAutomatic ? { kind: "automatic" } : { kind: "manual", number: Number(input.text) };
    case "steps":
      return { kind: "steps", steps: input.steps };
  }
}

/** A date with a time needs one; a day alone stands for its first minute. */
function completed(control: Control, edit: FieldEdit): FieldEdit {
  if (edit.kind !== "date" || edit.date === undefined || control.kind !== "date") return edit;
  return control.withTime && control.isTimeOptional !== true
    ? { ...edit, date: firstMinute(edit.date) }
    : edit;
}

export function changesOf(form: Form, draft: Draft): readonly FieldChange[] {
  return form.fields.flatMap(({ id, control, access }) => {
    const input = form.isNew ? inputIn(form, draft, id) : typedIn(draft, id);
    // Defaults are sent as they are shown: a server may have others by now. Nothing is not sent, unless it
    // stands in place of a default.
    const isSilent =
      input === undefined || (typedIn(draft, id) === undefined && sameInput(input, emptyInput(control)));
    if (access !== "edit" || isSilent || input.kind === "notifications") return [];
    return { fieldId: id, edit: completed(control, editOf(control, input)) };
  });
}

export function commentOf(draft: Draft): NewComment | undefined {
  const input = typedIn(draft, "comment");
  return input?.kind === "text" ? { source: input.source, format: input.format } : undefined;
}
