// What a person has put into a field, as it stands there: a number half typed, a day that does not exist. Plain
// data: it goes to the page, to the draft on disk and back.
import { localTime, sameMoment } from "../localTime.ts";
import type { Chosen, FieldValue, Link, Notified, OpenEntry, Step, TextFormat } from "../value.ts";
import type { Control } from "./control.ts";

export type Input =
  | { readonly kind: "line"; readonly text: string }
  | { readonly kind: "text"; readonly source: string; readonly format: TextFormat }
  | { readonly kind: "number"; readonly text: string }
  /** Once it is complete, a day or an instant with its offset; a time without one is that of the server. */
  | { readonly kind: "date"; readonly text: string }
  | { readonly kind: "choices"; readonly chosen: readonly Chosen[] }
  | { readonly kind: "openList"; readonly entries: readonly OpenEntry[] }
  | { readonly kind: "links"; readonly forward: readonly Link[] }
  | { readonly kind: "permissions"; readonly groups: readonly Chosen[] }
  | { readonly kind: "computed"; readonly isAutomatic: boolean; readonly text: string }
  | { readonly kind: "steps"; readonly steps: readonly Step[] }
  | { readonly kind: "notifications"; readonly rows: readonly Notified[] };

/** What stands in a control when nobody has touched it; undefined for controls that take no input. */
export function emptyInput(control: Control): Input | undefined {
  switch (control.kind) {
    case "line":
      return { kind: "line", text: "" };
    case "text":
      return { kind: "text", source: "", format: control.format ?? "commonmark" };
    case "number":
      return { kind: "number", text: "" };
    case "date":
      return { kind: "date", text: "" };
    case "choice":
    case "people":
      return { kind: "choices", chosen: [] };
    case "openList":
      return { kind: "openList", entries: [] };
    case "links":
      return { kind: "links", forward: [] };
    case "permissions":
      return { kind: "permissions", groups: [] };
    case "computed":
      return { kind: "computed", isAutomatic: true, text: "" };
    case "steps":
      return { kind: "steps", steps: [] };
    case "notifications":
      return { kind: "notifications", rows: [] };
    case "files":
    case "shown":
    case "broken":
      return undefined;
  }
}

/** What stands in a control that holds a value of the server. */
export function inputOf(control: Control, value: FieldValue | undefined): Input | undefined {
  const empty = emptyInput(control);
  if (empty === undefined || value === undefined) return empty;
  switch (value.kind) {
    case "string":
      return { kind: "line", text: value.text };
    case "text":
      return { kind: "text", source: value.source, format: value.format };
    case "int":
    case "float":
      return { kind: "number", text: value.number?.toString() ?? "" };
    case "date":
      return { kind: "date", text: value.date ?? "" };
    case "choices":
      return { kind: "choices", chosen: value.chosen };
    case "openList":
      return { kind: "openList", entries: value.entries };
    case "links":
      return { kind: "links", forward: value.forward };
    case "permissions":
      return { kind: "permissions", groups: value.groups };
    case "computed":
      return { kind: "computed", isAutomatic: value.isAutomatic, text: value.manual?.toString() ?? "" };
    case "steps":
      return { kind: "steps", steps: value.steps };
    case "files":
    case "user":
    case "references":
    case "other":
      return undefined;
  }
}

function setOf(keys: readonly string[]): string {
  return JSON.stringify([...new Set(keys)].sort());
}

function entryKey({ id, label }: OpenEntry): string {
  return id === undefined ? `new ${label}` : `known ${id}`;
}

/** However it is written, a number is the same number. */
function numberEssence(text: string): string {
  const number = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isNaN(number) ? text.trim() : String(number);
}

function rowEssence({ path, emails, users, groups }: Notified): string {
  const ids = [users, groups].map((chosen) => setOf(chosen.map(({ id }) => String(id))));
  return JSON.stringify([path, setOf(emails), ...ids]);
}

/** What tells two inputs apart: order and labels of what is chosen don't. */
function essence(input: Input): string {
  switch (input.kind) {
    case "line":
    case "date":
      return input.text;
    case "number":
      return numberEssence(input.text);
    case "text":
      // A format without a text says nothing: an empty field stays empty in any of them.
      return input.source === "" ? "" : `${input.format} ${input.source}`;
    case "choices":
      return setOf(input.chosen.map(({ id }) => String(id)));
    case "openList":
      return setOf(input.entries.map(entryKey));
    case "links":
      return setOf(input.forward.map(({ artifactId, type }) => `${artifactId} ${type}`));
    case "permissions":
      return setOf(input.groups.map(({ id }) => String(id)));
    case "computed":
      return input.isAutomatic ? "automatic" : `manual ${numberEssence(input.text)}`;
    case "steps":
      return JSON.stringify(
        input.steps.map((step) => [
          step.description,
          step.descriptionFormat,
          step.expected,
          step.expectedFormat,
        ]),
      );
    case "notifications":
      // One that is not filled in yet may stand there twice.
      return JSON.stringify(input.rows.map(rowEssence).sort());
  }
}

/** Servers print the same instant in more than one zone. A day alone is not yet a time. */
function sameTime(one: Input, other: Input): boolean {
  if (one.kind !== "date" || other.kind !== "date") return false;
  const haveTimes = [one, other].every(({ text }) => text.includes(":"));
  return haveTimes && sameMoment(one.text, other.text);
}

export function sameInput(one: Input | undefined, other: Input | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  if (one.kind !== other.kind) return false;
  return essence(one) === essence(other) || sameTime(one, other);
}

export function isEmpty(input: Input | undefined): boolean {
  if (input === undefined) return true;
  switch (input.kind) {
    case "line":
    case "number":
    case "date":
      return input.text.trim() === "";
    case "text":
      return input.source.trim() === "";
    case "choices":
      return input.chosen.length === 0;
    case "openList":
      return input.entries.length === 0;
    case "links":
      return input.forward.length === 0;
    case "permissions":
      return input.groups.length === 0;
    case "computed":
      return !input.isAutomatic && input.text.trim() === "";
    case "steps":
      return input.steps.length === 0;
    case "notifications":
      return input.rows.length === 0;
  }
}

export function notifiedText({ path, emails, users, groups }: Notified): string {
  return `${path}: ${[...emails, ...[...users, ...groups].map(({ label }) => label)].join(", ")}`;
}

/** What was typed as a text to read, where it is only told. */
export function inputText(input: Input, zone?: string): string {
  switch (input.kind) {
    case "line":
    case "number":
      return input.text;
    case "date":
      return localTime(input.text, zone);
    case "text":
      return input.source;
    case "choices":
      return input.chosen.map(({ label }) => label).join(", ");
    case "openList":
      return input.entries.map(({ label }) => label).join(", ");
    case "links":
      return input.forward.map(({ artifactId }) => `#${artifactId}`).join(", ");
    case "permissions":
      return input.groups.map(({ label }) => label).join(", ");
    case "computed":
      return input.text;
    case "steps":
      return input.steps.map(({ description }) => description).join(" · ");
    case "notifications":
      return input.rows.map(notifiedText).join(" · ");
  }
}
