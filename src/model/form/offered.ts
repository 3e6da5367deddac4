// Which of a list's values can be chosen now: not hidden, reachable by the workflow, allowed by what other lists
// say.
import type { Input } from "../fields/registry.ts";
import type { Choice, Workflow } from "../tracker.ts";
import { type Chosen, noneId } from "../value.ts";
import { type Draft, inputIn } from "./draft.ts";
import { type Form, type FormField, fieldOf } from "./form.ts";

export function chosenIn(input: Input | undefined): readonly Chosen[] {
  return input?.kind === "choices" ? input.chosen : [];
}

function idsOf(input: Input | undefined): readonly string[] {
  return chosenIn(input).map(({ id }) => String(id));
}

/** Where transitions lead from what is held, or where something new may begin. */
export function transitionTargets(
  { transitions }: Workflow,
  held: readonly Chosen[] | "new",
): ReadonlySet<string> {
  const ids = held === "new" ? [] : held.map(({ id }) => String(id));
  const isFrom = (source: number | undefined): boolean => {
    if (ids.length > 0) return ids.includes(String(source));
    return source === undefined || (source === noneId && held !== "new");
  };
  return new Set(transitions.filter(({ from }) => isFrom(from)).map(({ to }) => String(to)));
}

/** Where the workflow lets a field go from the value that the server holds; undefined if it has no say. */
function reachable({ rules, isNew }: Form, field: FormField): ReadonlySet<string> | undefined {
  if (rules === undefined || rules.fieldId !== field.id) return undefined;
  const held = chosenIn(field.base);
  if (isNew) return transitionTargets(rules, "new");
  return new Set([...idsOf(field.base), ...transitionTargets(rules, held)]);
}

/** What the choice in one list leaves of another that it has a say in. */
function leftBy(form: Form, draft: Draft, sourceId: number, targetId: number): ReadonlySet<string> {
  const chosen = idsOf(inputIn(form, draft, sourceId));
  const sources = new Set(chosen.length === 0 ? [String(noneId)] : chosen);
  return new Set(
    (form.rules?.listRules ?? [])
      .filter((rule) => rule.sourceId === sourceId && rule.targetId === targetId)
      .filter(({ sourceValue }) => sources.has(String(sourceValue)))
      .map(({ targetValue }) => String(targetValue)),
  );
}

/** The lists that have a say in what another may hold. Those we may not see have none here. */
function sourcesOf(form: Form, targetId: number): readonly number[] {
  const sources = (form.rules?.listRules ?? [])
    .filter((rule) => rule.targetId === targetId)
    .map(({ sourceId }) => sourceId);
  return [...new Set(sources)].filter((id) => fieldOf(form, id) !== undefined);
}

/** Why a value can't be chosen now; undefined if it can. */
export type Obstacle =
  { readonly kind: "transition" } | { readonly kind: "dependency"; readonly sourceId: number };

export function obstacle(form: Form, draft: Draft, field: FormField, id: Choice["id"]): Obstacle | undefined {
  const key = String(id);
  if (reachable(form, field)?.has(key) === false) return { kind: "transition" };
  const sourceId = sourcesOf(form, field.id).find(
    (source) => !leftBy(form, draft, source, field.id).has(key),
  );
  return sourceId === undefined ? undefined : { kind: "dependency", sourceId };
}

/** A value on offer; one that is held, but not offered to others, is marked. */
export interface Offer extends Choice {
  readonly isGone: boolean;
}

function offer(choice: Choice, isGone: boolean): Offer {
  return { ...choice, isGone };
}

/**
 * What a list offers: all that can be chosen, and whatever is chosen or held already, although the list may not
 * have it any more.
 */
export function offersOf(form: Form, draft: Draft, field: FormField): readonly Offer[] {
  if (field.control.kind !== "choice") return [];
  const { choices } = field.control;
  const present = [...chosenIn(inputIn(form, draft, field.id)), ...chosenIn(field.base)];
  const isPresent = new Set(present.map(({ id }) => String(id)));
  const offered = choices.filter(
    (choice) =>
      isPresent.has(String(choice.id)) ||
      (!choice.isHidden && obstacle(form, draft, field, choice.id) === undefined),
  );
  const listed = new Set(choices.map(({ id }) => String(id)));
  const gone = new Map(
    present.filter(({ id }) => !listed.has(String(id))).map((each) => [String(each.id), each]),
  );
  return [
    ...offered.map((choice) => offer(choice, choice.isHidden)),
    ...[...gone.values()].map(({ id, label }) =>
      offer({ id, label, isHidden: true, color: undefined }, true),
    ),
  ];
}
