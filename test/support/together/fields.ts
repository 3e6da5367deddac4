// The fields that people change at the same time, seen as elements: the smallest parts that one of them can change
// without touching what another does. A line of a text is one, and whether a value is among those chosen.
import { writeEntries } from "../../../src/api/format/entries.ts";
import type { FieldChange } from "../../../src/model/change.ts";
import type { Input } from "../../../src/model/form/input.ts";
import type { DraftField } from "../../simulator/demo/draftField.ts";
import { list, string, text } from "../../simulator/demo/draftField.ts";
import type { Json } from "../../simulator/http/json.ts";
import type { TrackerHandle } from "../../simulator/remodel.ts";
import type { FieldValue } from "../../simulator/state/value.ts";

export const fieldNames = ["title", "notes", "marks", "state"] as const;
export type FieldName = (typeof fieldNames)[number];
/** Where something can be typed. */
export type Place = FieldName | "comment";

/** What a field holds, by the names of its elements; those that are not named are "". */
export type Elements = Readonly<Record<string, string>>;
export type State = Readonly<Record<FieldName, Elements>>;

const whole = "whole";
const lines = ["1", "2", "3", "4", "5"] as const;
const marks = ["Light", "Bell", "Horn"] as const;
const states = ["New", "Open", "Done"] as const;

export const draftFields: readonly DraftField[] = [
  string("title", "Title", {}),
  text("notes", "Notes", {}),
  list("msb", "marks", "Marks", labelled(marks)),
  list("sb", "state", "State", labelled(states)),
];

function labelled(labels: readonly string[]): readonly { readonly label: string }[] {
  return labels.map((label) => ({ label }));
}

/** The elements that someone can change, and what they can be besides any text. */
export const elementsIn: Readonly<Record<Place, readonly string[]>> = {
  title: [whole],
  notes: lines,
  marks,
  state: [whole],
  comment: [whole],
};

/** What an element becomes when someone puts this text there; lists take the nearest value that they have. */
export function valueFor(place: Place, element: string, token: string): string {
  const isEven = Number(/\d+/.exec(token)?.[0] ?? token.length) % 2 === 0;
  switch (place) {
    case "title":
    case "comment":
      return token;
    // Lines that differ wherever they stand: a merge that moves one of them is found out.
    case "notes":
      return `${element} ${token}`;
    case "marks":
      return isEven ? "on" : "";
    case "state":
      return states[(token.codePointAt(token.length - 1) ?? 0) % states.length] ?? states[0];
  }
}

/** All names of two sets of elements. */
export function namesIn(...several: readonly Elements[]): readonly string[] {
  return [...new Set(several.flatMap((elements) => Object.keys(elements)))];
}

export function at(elements: Elements | undefined, element: string): string {
  return elements?.[element] ?? "";
}

function textElements(source: string): Elements {
  return Object.fromEntries(source.split("\n").map((line, index) => [String(index + 1), line]));
}

function listElements(place: "marks" | "state", labels: readonly string[]): Elements {
  return place === "marks"
    ? Object.fromEntries(labels.map((label) => [label, "on"]))
    : { [whole]: labels.join() };
}

export function elementsOf(place: Place, input: Input | undefined): Elements {
  switch (input?.kind) {
    case "line":
      return { [whole]: input.text };
    case "text":
      return place === "comment" ? { [whole]: input.source } : textElements(input.source);
    case "choices":
      return listElements(
        place === "marks" ? place : "state",
        input.chosen.map(({ label }) => label),
      );
    default:
      return {};
  }
}

/** The same fields as one tracker of the server names them. */
export class Fields {
  readonly #tracker: TrackerHandle;
  readonly #labels: ReadonlyMap<number, string>;

  constructor(tracker: TrackerHandle) {
    this.#tracker = tracker;
    const named = (["marks", "state"] as const).flatMap((name) =>
      (name === "marks" ? marks : states).map((label) => [tracker.choiceId(name, label), label] as const),
    );
    this.#labels = new Map(named);
  }

  get trackerId(): number {
    return this.#tracker.id;
  }

  idOf(name: FieldName): number {
    return this.#tracker.fieldId(name);
  }

  nameOf(fieldId: number): FieldName | undefined {
    return fieldNames.find((name) => this.idOf(name) === fieldId);
  }

  /** What the server itself holds. */
  held(name: FieldName, value: FieldValue | undefined): Elements {
    switch (value?.kind) {
      case "string":
        return { [whole]: value.text };
      case "text":
        return textElements(value.source);
      case "choices":
        return listElements(
          name === "marks" ? name : "state",
          value.ids.flatMap((id) => this.#labels.get(id) ?? []),
        );
      default:
        return {};
    }
  }

  sent({ fieldId, edit }: FieldChange): readonly [FieldName, Elements] | undefined {
    const name = this.nameOf(fieldId);
    if (name === undefined) return undefined;
    switch (edit.kind) {
      case "string":
        return [name, { [whole]: edit.text }];
      case "text":
        return [name, textElements(edit.source)];
      case "choices":
        return [name, this.held(name, { kind: "choices", ids: edit.ids.map(Number) })];
      default:
        return [name, {}];
    }
  }

  input(place: Place, elements: Elements): Input {
    switch (place) {
      case "title":
        return { kind: "line", text: at(elements, whole) };
      case "comment":
        return { kind: "text", source: at(elements, whole), format: "text" };
      case "notes":
        return { kind: "text", source: lines.map((line) => at(elements, line)).join("\n"), format: "text" };
      case "marks":
      case "state":
        return {
          kind: "choices",
          chosen: this.#chosen(place, elements).map((label) => ({
            id: this.#tracker.choiceId(place, label),
            label,
          })),
        };
    }
  }

  /** As it is sent; the input of these fields can be sent as it stands. */
  change(name: FieldName, elements: Elements): FieldChange {
    const input = this.input(name, elements);
    const fieldId = this.idOf(name);
    switch (input.kind) {
      case "line":
        return { fieldId, edit: { kind: "string", text: input.text } };
      case "text":
        return { fieldId, edit: input };
      case "choices":
        return { fieldId, edit: { kind: "choices", ids: input.chosen.map(({ id }) => id) } };
      default:
        throw new Error(`${name} is not sent`);
    }
  }

  /** In the words of the API. */
  entry(name: FieldName, elements: Elements): Json {
    return writeEntries([this.change(name, elements)])[0] as Json;
  }

  #chosen(place: "marks" | "state", elements: Elements): readonly string[] {
    return place === "marks" ? marks.filter((mark) => at(elements, mark) === "on") : [at(elements, whole)];
  }
}

/** What every artifact starts with. */
export const start: State = {
  title: { [whole]: "start" },
  notes: Object.fromEntries(lines.map((line) => [line, `${line} start`])),
  marks: { Light: "on" },
  state: { [whole]: "New" },
};

/** One of them, in words. */
export function differenceBetween(seen: State, held: State): string | undefined {
  for (const name of fieldNames) {
    for (const element of namesIn(seen[name], held[name])) {
      const [was, is] = [at(seen[name], element), at(held[name], element)];
      if (was !== is) return `${name} ${element} is “${is}”, not “${was}”`;
    }
  }
  return undefined;
}
