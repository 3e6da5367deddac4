// One change of many artifacts: first shown, then made, and taken back if need be. What is shown is what is made: each is sent
// under the revision that it was shown from.
import type { Failure } from "../../model/failure.ts";
import type { Target } from "../../model/form/draft.ts";
import { fieldOf, type Form } from "../../model/form/form.ts";
import { sameInput } from "../../model/form/input.ts";
import { isSameState, type Revision } from "../../model/revision.ts";
import {
  type Applied,
  applied,
  type Change,
  changeTo,
  holdsStill,
  wantedIn,
} from "../../model/triage/wanted.ts";
import type { Wish } from "../../model/triage/wish.ts";
import { sureFrom } from "../certainty.ts";
import { severalAtOnce } from "../concurrency.ts";
import type { Base } from "../keptDraft.ts";
import { comparedWithStored, type Done, type Obstacle, remoteChange, send, type Sent } from "./decide.ts";
import { knownSince, type Look, requestsAtOnce, type Selected, type State, type States } from "./states.ts";

/** A change that can be made, over the state that it was shown from. */
interface Planned {
  readonly kind: "change";
  readonly selected: Selected;
  readonly change: Change;
  readonly base: Base;
  /** From when on a look at that state is sure, and whether the one that it was made from was. By our own time. */
  readonly sureFrom: number;
  readonly isSure: boolean;
}

export type PreviewItem =
  | Planned
  | { readonly kind: "alreadySo"; readonly selected: Selected }
  | { readonly kind: "refused"; readonly selected: Selected; readonly why: Obstacle }
  | { readonly kind: "unreadable"; readonly selected: Selected; readonly failure: Failure };

export type RunItem = { readonly selected: Selected } & (
  | Sent
  /** Called off before it was its turn. */
  | { readonly kind: "notTried" }
  /** To be taken back, and as it was already. */
  | { readonly kind: "alreadySo" }
  /** Not sent: it can't be taken back. A comment never can. */
  | { readonly kind: "refused"; readonly why: Obstacle | { readonly code: "comment" } }
);

type OnProgress = (done: number, of: number) => void;

function planned(selected: Selected, state: State, made: Applied): PreviewItem {
  const { base, askedAt } = state;
  if (made.kind !== "change") return { ...made, selected };
  if (base.revision === undefined) return { kind: "refused", selected, why: { code: "noRevision" } };
  const sureAt = sureFrom(base.revision, knownSince(selected, state));
  return {
    kind: "change",
    selected,
    change: made,
    base,
    sureFrom: sureAt,
    isSure: askedAt >= sureAt,
  };
}

/** In which states a workflow freezes a field is told only by each artifact itself; its own field it moves by transitions. */
function canFreeze({ rules }: Form, target: Target): boolean {
  const hasStates = rules !== undefined && rules.fieldId !== 0;
  return hasStates && target !== "comment" && target !== rules.fieldId;
}

function isEnoughFor({ base: { form } }: State, wish: Wish): boolean {
  const wanted = wantedIn(form, wish);
  return wanted.kind === "refused" || !canFreeze(form, wanted.target);
}

function once(all: readonly Selected[]): readonly Selected[] {
  return [...new Map(all.map((selected) => [selected.row.id, selected])).values()];
}

/** What a wish would make of each, in the order given; nothing is sent. */
export async function preview(
  states: States,
  all: readonly Selected[],
  wish: Wish,
  signal: AbortSignal,
  onProgress?: OnProgress,
): Promise<readonly PreviewItem[]> {
  const chosen = once(all);
  const looks = await states.many(chosen, signal, {
    isEnough: (state) => isEnoughFor(state, wish),
    onRead: (count) => onProgress?.(count, chosen.length),
  });
  return chosen.map((selected, place) => {
    const look = looks[place];
    if (look?.kind === "state") return planned(selected, look.state, applied(look.state.base.form, wish));
    return { ...(look ?? fail(selected)), selected };
  });
}

function fail({ row: { id } }: Selected): never {
  throw new Error(`Nothing was read of ${id}`);
}

/** What stands in a field, its rules aside: what is sent depends on no more. */
function haveSameValues(one: Form, other: Form): boolean {
  return one.fields.every(({ id, base }) => sameInput(base, fieldOf(other, id)?.base));
}

function isUnchanged({ base }: Planned, look: Look | undefined): boolean {
  return (
    look?.kind === "state" &&
    isSameState(look.state.base.revision, base.revision) === true &&
    haveSameValues(base.form, look.state.base.form)
  );
}

/** Waits until the names of all states are sure, which they mostly are once a person has read the preview. */
async function untilSure(states: States, doubtful: readonly Planned[], signal: AbortSignal): Promise<void> {
  const { time } = states.world;
  const left = Math.max(...doubtful.map((each) => each.sureFrom)) - time.now();
  if (left > 0) await time.pause(left, signal);
}

/** A list may call a state otherwise than the artifact itself: where the names can't be compared, that is asked. */
function lookAgain<T extends { readonly selected: Selected }>(
  states: States,
  all: readonly T[],
  signal: AbortSignal,
  knownAs: (each: T) => Revision | undefined,
  isEnough: (each: T, state: State) => boolean = () => true,
): Promise<readonly Look[]> {
  const byId = new Map(all.map((each) => [each.selected.row.id, each]));
  return states.many(
    all.map(({ selected }) => selected),
    signal,
    {
      isEnough: (state) => {
        const each = byId.get(state.artifact.id);
        if (each === undefined) return true;
        return isSameState(knownAs(each), state.base.revision) !== undefined && isEnough(each, state);
      },
    },
  );
}

/**
 * Those that others have written to in the very second that names the state they were shown from: the server would take a
 * change for it all the same. One look after that second is over tells, a batch at a time.
 */
async function overtaken(
  states: States,
  plans: readonly Planned[],
  signal: AbortSignal,
): Promise<ReadonlyMap<Planned, RunItem>> {
  const doubtful = plans.filter(({ isSure }) => !isSure);
  if (doubtful.length === 0) return new Map();
  await untilSure(states, doubtful, signal);
  if (signal.aborted) return new Map();
  const looks = await lookAgain(states, doubtful, signal, ({ base }) => base.revision);
  return new Map(
    doubtful.flatMap((plan, place) => {
      const look = looks[place];
      if (isUnchanged(plan, look)) return [];
      return [[plan, notAsShown(plan, look)] as const];
    }),
  );
}

function notAsShown({ selected }: Planned, look: Look | undefined): RunItem {
  if (look?.kind !== "unreadable") return { kind: "conflict", selected };
  const { failure } = look;
  return failure.kind === "notFound" ? { kind: "gone", selected } : { kind: "failed", failure, selected };
}

/** Makes what was shown, where it can be made. What is on its way when it is called off comes to its end. */
export async function run(
  states: States,
  items: readonly PreviewItem[],
  signal: AbortSignal,
  onProgress?: OnProgress,
): Promise<readonly RunItem[]> {
  const plans = items.filter((item) => item.kind === "change");
  const others = await overtaken(states, plans, signal);
  let count = 0;
  const made = await severalAtOnce(plans, requestsAtOnce, async (plan) => {
    const item = await make(states, plan, others.get(plan), signal);
    count += 1;
    onProgress?.(count, plans.length);
    return { plan, item };
  });
  const taken = made.flatMap(({ plan: { selected, base }, item }) =>
    item.kind === "done" ? [{ selected, base, done: item }] : [],
  );
  const stored = await comparedWithStored(states, taken, signal);
  const byId = new Map(taken.map(({ selected }, place) => [selected.row.id, stored[place]]));
  return made.map(({ item }) => {
    const done = byId.get(item.selected.row.id);
    return done === undefined ? item : { ...done, selected: item.selected };
  });
}

async function make(
  states: States,
  { selected, base, change }: Planned,
  other: RunItem | undefined,
  signal: AbortSignal,
): Promise<RunItem> {
  if (signal.aborted) return { kind: "notTried", selected };
  const item = other ?? { ...(await send(states, selected, base, change)), selected };
  return item.kind === "conflict"
    ? { ...item, theirs: await remoteChange(states, selected, base, signal) }
    : item;
}

/** Those that another preview is worth while for. Whether a comment was said that nobody heard of, no preview tells. */
export function leftOf(items: readonly RunItem[], wish: Wish): readonly Selected[] {
  const isWorth: Readonly<Record<RunItem["kind"], boolean>> = {
    conflict: true,
    rejected: true,
    failed: true,
    notTried: true,
    unknown: wish.kind !== "comment",
    refused: false,
    done: false,
    alreadySo: false,
    gone: false,
  };
  return items.filter(({ kind }) => isWorth[kind]).map(({ selected }) => selected);
}

type Undoable = Done & { readonly selected: Selected };

/** What was there before, over the very state that our change has led to. */
function backFrom(
  { selected, change, revision, seenAt }: Undoable,
  look: Look | undefined,
): Planned | RunItem {
  const { target, before } = change;
  if (target === "comment") return { kind: "refused", selected, why: { code: "comment" } };
  if (look?.kind !== "state") {
    const { failure } = look ?? fail(selected);
    return failure.kind === "notFound" ? { kind: "gone", selected } : { kind: "failed", failure, selected };
  }
  const { base, askedAt } = look.state;
  const isOurs = isSameState(revision, base.revision) === true && holdsStill(base.form, target, change.after);
  if (!isOurs || before === undefined || base.revision === undefined) return { kind: "conflict", selected };
  const made = changeTo(base.form, target, before);
  if (made.kind !== "change") return { ...made, selected };
  const sureAt = sureFrom(base.revision, seenAt);
  return { kind: "change", selected, change: made, base, sureFrom: sureAt, isSure: askedAt >= sureAt };
}

/**
 * Brings back what was there before, where nobody else has written since. The names of our own states are as young as they can
 * be: it waits until their second is over, looks once more, and so never takes a change of others for its own.
 */
export async function undo(
  states: States,
  items: readonly RunItem[],
  signal: AbortSignal,
  onProgress?: OnProgress,
): Promise<readonly RunItem[]> {
  const done = items.filter((item) => item.kind === "done");
  const backs = await plansBack(states, done, signal);
  const plans = backs.filter((back) => back.kind === "change");
  const ran = new Map(
    (await run(states, plans, signal, onProgress)).map((item) => [item.selected.row.id, item]),
  );
  return backs.map((back) =>
    back.kind === "change" ? (ran.get(back.selected.row.id) ?? fail(back.selected)) : back,
  );
}

async function plansBack(
  states: States,
  done: readonly Undoable[],
  signal: AbortSignal,
): Promise<readonly (Planned | RunItem)[]> {
  if (done.length === 0) return [];
  const { time } = states.world;
  const ends = done.map(({ revision, seenAt }) => (revision === undefined ? 0 : sureFrom(revision, seenAt)));
  const left = Math.max(...ends) - time.now();
  if (left > 0) await time.pause(left, signal);
  const looks = await lookAgain(
    states,
    done,
    signal,
    ({ revision }) => revision,
    ({ change: { target } }, { base: { form } }) => !canFreeze(form, target),
  );
  if (signal.aborted) return done.map(({ selected }) => ({ kind: "notTried", selected }));
  return severalAtOnce(done, requestsAtOnce, async (each, place) => {
    const back = backFrom(each, looks[place]);
    if (back.kind !== "conflict") return back;
    return { ...back, theirs: await remoteChange(states, each.selected, undefined, signal) };
  });
}

/** Called off or not reached, it may be taken back by another try; where an answer got lost, that begins with a look. */
const isWorth: Readonly<Record<RunItem["kind"], boolean>> = {
  notTried: true,
  failed: true,
  unknown: true,
  conflict: false,
  rejected: false,
  refused: false,
  done: false,
  alreadySo: false,
  gone: false,
};

/** Of what was done, that which is worth another undo after one. */
export function undoableAgain(done: readonly RunItem[], undone: readonly RunItem[]): readonly RunItem[] {
  const left = new Set(undone.filter(({ kind }) => isWorth[kind]).map(({ selected }) => selected.row.id));
  return done.filter(({ selected }) => left.has(selected.row.id));
}
