// Choices of a list that can be selected now: visible, reachable by the workflow and allowed by other lists.
import type { Input } from "../fields/registry.ts";
import type { Choice, Workflow } from "../tracker.ts";
import { type LabeledId, noneChoiceId } from "../valueTypes.ts";
import { type Draft, getCurrentInput } from "./draft.ts";
import { type Form, type FormField, findField } from "./form.ts";

export function getSelectedChoices(input: Input | undefined): readonly LabeledId[] {
  return input?.kind === "choices" ? input.chosen : [];
}

function idsOf(input: Input | undefined): readonly string[] {
  return getSelectedChoices(input).map(({ id }) => String(id));
}

/** Targets of transitions from the current choices, or the initial ones for a new artifact. */
export function findTransitionTargets(
  { transitions }: Workflow,
  held: readonly LabeledId[] | "new",
): ReadonlySet<string> {
  const ids = held === "new" ? [] : held.map(({ id }) => String(id));
  const isFrom = (source: number | undefined): boolean => {
    if (ids.length > 0) return ids.includes(String(source));
    return source === undefined || (source === noneChoiceId && held !== "new");
  };
  return new Set(transitions.filter(({ from }) => isFrom(from)).map(({ to }) => String(to)));
}

/** Choices that the workflow allows from the server's value; undefined if the workflow doesn't control the field. */
function findReachableChoices({ rules, isNew }: Form, field: FormField): ReadonlySet<string> | undefined {
  if (rules === undefined || rules.fieldId !== field.id) return undefined;
  const held = getSelectedChoices(field.base);
  if (isNew) return findTransitionTargets(rules, "new");
  return new Set([...idsOf(field.base), ...findTransitionTargets(rules, held)]);
}

/** Choices of a dependent list that the current choices of the source list allow. */
function findAllowedChoices(
  form: Form,
  draft: Draft,
  sourceId: number,
  targetId: number,
): ReadonlySet<string> {
  const chosen = idsOf(getCurrentInput(form, draft, sourceId));
  const sources = new Set(chosen.length === 0 ? [String(noneChoiceId)] : chosen);
  return new Set(
    (form.rules?.listRules ?? [])
      .filter((rule) => rule.sourceId === sourceId && rule.targetId === targetId)
      .filter(({ sourceValue }) => sources.has(String(sourceValue)))
      .map(({ targetValue }) => String(targetValue)),
  );
}

/** Source lists of the rules for a field. Sources that the user can't read are ignored. */
function findRuleSources(form: Form, targetId: number): readonly number[] {
  const sources = (form.rules?.listRules ?? [])
    .filter((rule) => rule.targetId === targetId)
    .map(({ sourceId }) => sourceId);
  return [...new Set(sources)].filter((id) => findField(form, id) !== undefined);
}

/** Why a choice can't be selected; undefined if it can. */
export type ChoiceObstacle =
  { readonly kind: "transition" } | { readonly kind: "dependency"; readonly sourceId: number };

export function findChoiceObstacle(
  form: Form,
  draft: Draft,
  field: FormField,
  id: Choice["id"],
): ChoiceObstacle | undefined {
  const key = String(id);
  if (findReachableChoices(form, field)?.has(key) === false) return { kind: "transition" };
  const sourceId = findRuleSources(form, field.id).find(
    (source) => !findAllowedChoices(form, draft, source, field.id).has(key),
  );
  return sourceId === undefined ? undefined : { kind: "dependency", sourceId };
}

/** A choice that is marked if it is only available because it is already selected. */
export interface AvailableChoice extends Choice {
  readonly isRemoved: boolean;
}

function toAvailableChoice(choice: Choice, isRemoved: boolean): AvailableChoice {
  return { ...choice, isRemoved };
}

/** All selectable choices plus those already selected or stored, even if the list no longer has them. */
export function getAvailableChoices(form: Form, draft: Draft, field: FormField): readonly AvailableChoice[] {
  if (field.control.kind !== "choice") return [];
  const { choices } = field.control;
  const present = [
    ...getSelectedChoices(getCurrentInput(form, draft, field.id)),
    ...getSelectedChoices(field.base),
  ];
  const isPresent = new Set(present.map(({ id }) => String(id)));
  const offered = choices.filter(
    (choice) =>
      isPresent.has(String(choice.id)) ||
      (!choice.isHidden && findChoiceObstacle(form, draft, field, choice.id) === undefined),
  );
  const listed = new Set(choices.map(({ id }) => String(id)));
  const gone = new Map(
    present.filter(({ id }) => !listed.has(String(id))).map((each) => [String(each.id), each]),
  );
  return [
    ...offered.map((choice) => toAvailableChoice(choice, choice.isHidden)),
    ...[...gone.values()].map(({ id, label }) =>
      toAvailableChoice({ id, label, isHidden: true, color: undefined }, true),
    ),
  ];
}
