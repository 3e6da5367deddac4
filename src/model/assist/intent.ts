// What an assistant asks for, over the form of one artifact: the draft that would be sent, or why there is none.
import type { Control } from "../form/control.ts";
import { changesOf } from "../form/changes.ts";
import { type Draft, edited, inputIn, isUntouched, type Target, typedIn, untouched } from "../form/draft.ts";
import { type Form, type FormField, fieldOf } from "../form/form.ts";
import type { Input } from "../form/input.ts";
import { problemsOf } from "../form/problems.ts";
import type { Person } from "../person.ts";
import { wantedIn } from "../triage/wanted.ts";
import type { Wish, WishedField } from "../triage/wish.ts";
import type { Chosen, Link } from "../value.ts";
import { choiceNamed, fieldNamed, isFound, personNamed, typedId } from "./named.ts";
import type { Objection } from "./objection.ts";
import type { FieldRequest } from "./request.ts";

/** What one field was and shall be. */
export interface Intended {
  readonly target: Target;
  /** Empty for a comment. */
  readonly label: string;
  readonly before: Input | undefined;
  readonly after: Input;
  /** Nobody asked for it: the tracker sets it into what is new. */
  readonly isDefault: boolean;
}

export type Intent =
  | { readonly kind: "intent"; readonly draft: Draft; readonly changes: readonly Intended[] }
  | { readonly kind: "objection"; readonly objection: Objection };

/** Whom a search has found, by what was searched; undefined where the server can't be searched. */
export type PeopleFound = ReadonlyMap<string, readonly Person[] | undefined>;

interface Asked {
  readonly fields: readonly FieldRequest[];
  readonly comment: string | undefined;
}

/** The names that have to be searched for, since no list has them. */
export function namesSought({ fields }: Form, asked: readonly FieldRequest[]): readonly string[] {
  const names = asked.flatMap(({ field: text, values }) => {
    const field = fieldNamed(fields, text);
    return isFound(field) && field.control.kind === "people" ? values : [];
  });
  return [...new Set(names)];
}

type Meant = { readonly target: Target; readonly input: Input } | Objection;

/** All of them, or what is wrong with the first that is not found. */
function allFound(
  values: readonly string[],
  find: (text: string) => Chosen | Objection,
): Chosen[] | Objection {
  const chosen: Chosen[] = [];
  for (const text of values) {
    const found = find(text);
    if (!isFound(found)) return found;
    chosen.push(found);
  }
  return chosen;
}

function chosenFor(
  { control, label }: FormField,
  { values }: FieldRequest,
  people: PeopleFound,
): Chosen[] | Objection {
  switch (control.kind) {
    case "choice":
      return allFound(values, (text) => choiceNamed(label, control.choices, text));
    case "openList":
      return allFound(values, (text) => {
        const found = choiceNamed(label, control.choices, text);
        const isNew = !isFound(found) && found.code === "noValue" && control.of === "texts";
        return isNew ? { id: typedId(text), label: text } : found;
      });
    case "people":
      return allFound(values, (text) => {
        const found = people.get(text);
        return found === undefined
          ? { code: "notSearched", field: label, value: text }
          : personNamed(label, found, text);
      });
    default:
      return { code: "notHere", field: label };
  }
}

function linkTo(field: string, text: string): number | Objection {
  const digits = /^(?:[\p{L}\d_-]+ )?#?(\d{1,15})$/u.exec(text.trim())?.[1];
  return digits === undefined ? { code: "notAnArtifact", field, value: text } : Number(digits);
}

/** What is linked already keeps its type, unless another one is asked for. */
function linksFor(field: FormField, { how, values, linkType }: FieldRequest): Input | Objection {
  const { control, base, label } = field;
  if (control.kind !== "links" || base?.kind !== "links") return { code: "notHere", field: label };
  const types = control.types.map(({ name }) => name);
  if (linkType !== undefined && !types.includes(linkType)) {
    return { code: "noLinkType", field: label, value: linkType, known: types };
  }
  const asked: Link[] = [];
  for (const text of values) {
    const artifactId = linkTo(label, text);
    if (typeof artifactId !== "number") return artifactId;
    const known = base.forward.find((link) => link.artifactId === artifactId);
    asked.push({ artifactId, type: linkType ?? known?.type ?? "" });
  }
  const ids = new Set(asked.map(({ artifactId }) => artifactId));
  const others = base.forward.filter(({ artifactId }) => !ids.has(artifactId));
  if (how === "set") return { kind: "links", forward: asked };
  return { kind: "links", forward: how === "add" ? [...others, ...asked] : others };
}

function wishFor(field: FormField, request: FieldRequest, people: PeopleFound): Wish | Objection {
  const { control, label } = field;
  const { how, values } = request;
  const by: WishedField = { by: "id", fieldId: field.id };
  switch (control.kind) {
    case "line":
    case "text":
    case "number":
    case "date": {
      const [text = "", ...more] = values;
      if (how !== "set") return { code: "onlySet", field: label };
      return more.length > 0 ? { code: "oneValue", field: label } : { kind: "write", field: by, text };
    }
    default: {
      const chosen = chosenFor(field, request, people);
      if (!Array.isArray(chosen)) return chosen;
      const isOfPeople =
        control.kind === "people" || (control.kind === "openList" && control.of === "people");
      return isOfPeople
        ? { kind: "people", field: by, how, people: chosen }
        : { kind: "choices", field: by, how, values: chosen };
    }
  }
}

/** The rest is left to the form. */
const taken: ReadonlySet<Control["kind"]> = new Set([
  "line",
  "text",
  "number",
  "date",
  "choice",
  "people",
  "openList",
  "links",
] as const);

function meantBy(form: Form, request: FieldRequest, people: PeopleFound): Meant {
  const field = fieldNamed(form.fields, request.field);
  if (!isFound(field)) return field;
  if (!taken.has(field.control.kind)) return { code: "notHere", field: field.label };
  if (field.access !== "edit") return { code: "refused", field: field.label, why: { code: "readOnly" } };
  if (field.control.kind === "links") {
    const input = linksFor(field, request);
    return isFound(input) ? { target: field.id, input } : input;
  }
  const wish = wishFor(field, request, people);
  if (!isFound(wish)) return wish;
  const wanted = wantedIn(form, wish);
  if (wanted.kind === "refused") return { code: "refused", field: field.label, why: wanted.why };
  return { target: wanted.target, input: wanted.input };
}

function refused(objection: Objection): Intent {
  return { kind: "objection", objection };
}

/** Everything that would be sent; of what is new the defaults too. */
function changesIn(form: Form, draft: Draft): readonly Intended[] {
  const fields = changesOf(form, draft).flatMap(({ fieldId }): Intended[] => {
    const [field, after] = [fieldOf(form, fieldId), inputIn(form, draft, fieldId)];
    if (field === undefined || after === undefined) return [];
    const isDefault = typedIn(draft, fieldId) === undefined;
    return [
      { target: fieldId, label: field.label, before: form.isNew ? undefined : field.base, after, isDefault },
    ];
  });
  const comment = typedIn(draft, "comment");
  if (comment === undefined) return fields;
  return [...fields, { target: "comment", label: "", before: undefined, after: comment, isDefault: false }];
}

export function intentOf(form: Form, { fields, comment }: Asked, people: PeopleFound): Intent {
  let draft = untouched;
  const named = new Set<Target>();
  for (const request of fields) {
    const meant = meantBy(form, request, people);
    if ("code" in meant) return refused(meant);
    const { target, input } = meant;
    if (named.has(target)) return refused({ code: "repeatedField", field: request.field });
    named.add(target);
    draft = edited(form, draft, { target, input, step: "begin" });
  }
  if (comment !== undefined) {
    if (!form.takesComment) return refused({ code: "noComments" });
    const input = { kind: "text", source: comment, format: "commonmark" } as const;
    draft = edited(form, draft, { target: "comment", input, step: "begin" });
  }
  if (isUntouched(draft) && !form.isNew) return refused({ code: "alreadySo" });
  const [found] = problemsOf(form, draft);
  if (found === undefined) return { kind: "intent", draft, changes: changesIn(form, draft) };
  const [target, problem] = found;
  const label = target === "comment" ? "" : (fieldOf(form, target)?.label ?? "");
  return refused({ code: "problem", field: label, problem });
}
