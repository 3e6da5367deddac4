// What is on disk of something typed: enough to show it again without asking the server.
import type { Draft, Typed } from "../model/form/draft.ts";
import type { Form } from "../model/form/form.ts";
import type { Encounter } from "../model/merge/encounter.ts";
import type { Revision } from "../model/revision.ts";
import { isSubject, type Subject } from "../model/subject.ts";
import type { SvnGround } from "../model/svnForm.ts";

/** The state of the server that a draft was typed over. */
export interface Base {
  readonly form: Form;
  /** Undefined for something new, and where the server names no revision. */
  readonly revision: Revision | undefined;
  readonly title: string | undefined;
  /** Keyword of references to artifacts of its tracker. */
  readonly itemName: string | undefined;
  readonly tracker: { readonly id: number | undefined; readonly label: string | undefined };
  readonly color: string | undefined;
  readonly page: string | undefined;
  readonly submittedBy: string | undefined;
  readonly submittedOn: string | undefined;
  readonly modifiedOn: string | undefined;
  readonly changesetsUri: string | undefined;
  /** When it was read, in milliseconds, where the server could not be asked. */
  readonly asOf?: number | undefined;
  /** Of a Subversion repository: what its form does not show. */
  readonly svn?: SvnGround | undefined;
}

/** The window that writes a draft. */
export interface Holder {
  /** Part of the file's name: two windows never write the same file. */
  readonly id: string;
  readonly process: number;
}

/** A save whose end nobody has seen: the window may have gone while it was under way. */
export interface Unsettled {
  readonly since: number;
  /** What was sent; what is typed by now may be more. */
  readonly sent: readonly Typed[];
  /** What stood in the form then, where changes of others were put together with it. */
  readonly typed?: readonly Typed[] | undefined;
  /** How many writes there were before it, where the server counts them. */
  readonly historyLength?: number | undefined;
}

export interface KeptDraft {
  readonly format: 1;
  readonly subject: Subject;
  readonly base: Base;
  readonly draft: Draft;
  readonly unsettled?: Unsettled | undefined;
  /** What others have changed since, and what was chosen about it. */
  readonly encounter?: Encounter | undefined;
  /** Whether the person is at choosing. */
  readonly isResolving?: boolean | undefined;
  /** When it was last typed in, in milliseconds. */
  readonly changedAt: number;
  /** Undefined once its window has let go of it. */
  readonly holder: Holder | undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isTyped(value: unknown): boolean {
  return isObject(value) && ["number", "string"].includes(typeof value["target"]) && isKinded(value["input"]);
}

function isKinded(value: unknown): boolean {
  return isObject(value) && typeof value["kind"] === "string";
}

function areAll(value: unknown, isOne: (each: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isOne);
}

function isAbsentOr(value: unknown, isOne: (each: unknown) => boolean): boolean {
  return value === undefined || isOne(value);
}

function isDecision(value: unknown): boolean {
  return (
    isObject(value) &&
    isKinded(value["mine"]) &&
    typeof value["at"] === "number" &&
    typeof value["as"] === "string" &&
    isAbsentOr(value["became"], isKinded)
  );
}

function isGround(value: unknown): boolean {
  return isObject(value) && isAbsentOr(value["before"], isKinded) && isDecision(value["until"]);
}

function isForeign(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value["fieldId"] === "number" &&
    typeof value["label"] === "string" &&
    isAbsentOr(value["by"], (by) => typeof by === "string") &&
    isAbsentOr(value["on"], (on) => typeof on === "string") &&
    isAbsentOr(value["before"], isKinded) &&
    isAbsentOr(value["decided"], isDecision) &&
    isAbsentOr(value["earlier"], (earlier) => areAll(earlier, isGround))
  );
}

function isEncounter(value: unknown): boolean {
  return isObject(value) && areAll(value["taken"], isForeign) && areAll(value["contests"], isForeign);
}

function isUnsettled(value: unknown): boolean {
  return (
    isObject(value) &&
    areAll(value["sent"], isTyped) &&
    isAbsentOr(value["typed"], (typed) => areAll(typed, isTyped))
  );
}

function isForm(value: unknown): boolean {
  return (
    isObject(value) &&
    isObject(value["promoted"]) &&
    areAll(value["layout"], isKinded) &&
    areAll(value["linkFields"], (id) => typeof id === "number") &&
    areAll(value["fileFields"], (id) => typeof id === "number") &&
    areAll(
      value["fields"],
      (field) => isObject(field) && typeof field["id"] === "number" && isKinded(field["control"]),
    )
  );
}

function isKept(value: unknown): value is KeptDraft {
  if (!isObject(value) || value["format"] !== 1 || typeof value["changedAt"] !== "number") return false;
  const { subject, base, draft, unsettled } = value;
  return (
    isSubject(subject) &&
    isObject(base) &&
    isObject(base["tracker"]) &&
    isAbsentOr(base["svn"], isObject) &&
    isForm(base["form"]) &&
    isObject(draft) &&
    typeof draft["position"] === "number" &&
    areAll(draft["steps"], isObject) &&
    areAll(draft["inputs"], isTyped) &&
    isAbsentOr(unsettled, isUnsettled)
  );
}

/** Undefined for what is no draft of ours, or one of a later time. */
export function parseKept(text: string): KeptDraft | undefined {
  try {
    const kept: unknown = JSON.parse(text);
    if (!isKept(kept)) return undefined;
    // What was typed is worth more than what was chosen about it.
    return isAbsentOr(kept.encounter, isEncounter) ? kept : { ...kept, encounter: undefined };
  } catch {
    return undefined;
  }
}
