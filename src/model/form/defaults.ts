// What a tracker sets into the fields of a new artifact. It is written in as many ways as there are types; what
// can't be read is left empty, and the server has the last word.
import type { Field } from "../tracker.ts";
import type { Chosen, TextFormat } from "../value.ts";
import type { Control } from "./control.ts";
import { emptyInput, type Input } from "./input.ts";

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

function formatOf(value: unknown): TextFormat {
  return value === "text" || value === "html" ? value : "commonmark";
}

/** Defaults name values of the list; whatever the list no longer has is left out. */
function chosenOf(value: unknown, { choices, binding }: Field): readonly Chosen[] {
  const ids = new Set((Array.isArray(value) ? value : []).map((each) => String(member(each, "id") ?? each)));
  if (choices === undefined) {
    return binding === "users" ? peopleOf(value) : [];
  }
  return choices
    .filter(({ id, isHidden }) => !isHidden && ids.has(String(id)))
    .map(({ id, label }) => ({ id, label }));
}

function peopleOf(value: unknown): readonly Chosen[] {
  return (Array.isArray(value) ? value : []).flatMap((each) => {
    const id = member(each, "id");
    const label = textOf(member(each, "real_name") ?? member(each, "label") ?? member(each, "username"));
    return typeof id === "number" && id > 100 && label !== undefined ? { id, label } : [];
  });
}

function dayOrTime(value: string, withTime: boolean): string {
  const parts = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d))?/.exec(value);
  if (parts === null) return "";
  return withTime && parts[2] !== undefined ? `${parts[1]} ${parts[2]}` : (parts[1] ?? "");
}

export function defaultInput(field: Field, control: Control): Input | undefined {
  const { defaultValue } = field;
  const empty = emptyInput(control);
  if (defaultValue === null || defaultValue === undefined) return empty;
  const text = textOf(defaultValue);
  switch (control.kind) {
    case "line":
      return { kind: "line", text: text ?? "" };
    case "text":
      return {
        kind: "text",
        source: textOf(member(defaultValue, "content")) ?? text ?? "",
        format: formatOf(member(defaultValue, "format")),
      };
    case "number":
      return { kind: "number", text: text ?? "" };
    case "date":
      return { kind: "date", text: dayOrTime(text ?? "", control.withTime) };
    case "choice":
    case "people":
      return { kind: "choices", chosen: chosenOf(defaultValue, field) };
    case "openList":
      return { kind: "openList", entries: chosenOf(defaultValue, field) };
    case "links":
    case "permissions":
    case "computed":
    case "steps":
    case "notifications":
    case "files":
    case "shown":
    case "broken":
      return empty;
  }
}
