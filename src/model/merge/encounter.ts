// A draft, and what others have saved since it was begun. The form always holds what the server has; an encounter
// remembers what stood there before, for the fields that others have changed, until the draft is sent or given up.
import type { Input } from "../fields/registry.ts";
import { type Draft, edited, forgottenSteps, rebased, type Target, typedIn } from "../form/draft.ts";
import { fieldOf, type Form, type FormField } from "../form/form.ts";
import { sameInput } from "../form/input.ts";
import type { Writing } from "../history.ts";
import { type Merged, mergeInput, mergeTyped, takesOf } from "./input.ts";

// What has stood in a field of a draft, one after the other, as far as an undo leads back.

function courseOf(draft: Draft, fieldId: number): readonly (Input | undefined)[] {
  const steps = draft.steps.slice(0, draft.position).filter(({ target }) => target === fieldId);
  const [first] = steps;
  return first === undefined ? [typedIn(draft, fieldId)] : [first.before, ...steps.map(({ after }) => after)];
}

/** How often something was typed and not undone, from the start. */
function lengthOf(draft: Draft, fieldId: number): number {
  return forgottenSteps(draft, fieldId) + courseOf(draft, fieldId).length - 1;
}

/** Nothing leads back to what has stood in a field. */
function withoutSteps(draft: Draft, fieldId: number): Draft {
  const others = draft.steps.filter(({ target }) => target !== fieldId);
  if (others.length === draft.steps.length && forgottenSteps(draft, fieldId) === 0) return draft;
  const position = draft.steps.slice(0, draft.position).filter(({ target }) => target !== fieldId).length;
  const forgotten = draft.forgotten?.filter(({ target }) => target !== fieldId);
  return { ...draft, steps: others, position, ...(forgotten === undefined ? {} : { forgotten }) };
}

export type Choice = "mine" | "theirs" | "both" | "edit";

/** What was done about something that had been typed. */
interface Decision {
  readonly mine: Input;
  readonly as: Choice;
  /** What was put in its place; undefined for theirs. */
  readonly became?: Input | undefined;
  /** How long the course was by then. */
  readonly at: number;
}

/** Whether it was not undone, whatever was typed after it. */
export function isInForce(draft: Draft, fieldId: number, { became, at }: Decision): boolean {
  const index = at - forgottenSteps(draft, fieldId);
  // No undo leads back to what is forgotten.
  if (index < 0) return true;
  const course = courseOf(draft, fieldId);
  return index < course.length && sameInput(course[index], became);
}

/** What something was typed over. */
interface Ground {
  readonly before: Input | undefined;
  /** What it had been typed over until something was decided; the oldest first. An undo can lead back to that. */
  readonly earlier?: readonly { readonly before: Input | undefined; readonly until: Decision }[] | undefined;
}

/** That of what stands there now. */
export function groundIn(draft: Draft, fieldId: number, ground: Ground): Ground {
  const { earlier = [] } = ground;
  const at = earlier.findIndex(({ until }) => !isInForce(draft, fieldId, until));
  const found = earlier[at];
  return found === undefined ? ground : { before: found.before, earlier: earlier.slice(0, at) };
}

/** A field that someone else has changed. */
export interface Foreign {
  readonly fieldId: number;
  readonly label: string;
  /** What stood there before. */
  readonly before: Input | undefined;
  /** Who, and when, as far as the server tells. */
  readonly by: string | undefined;
  readonly on: string | undefined;
}

/** One that had been typed into by then. */
export interface Contest extends Foreign, Ground {
  /** Undefined as long as nothing was done about it. */
  readonly decided: Decision | undefined;
  /** It had been given up for something of theirs that is no more: that is asked, also where it could be merged. */
  readonly wasGivenUp?: boolean | undefined;
}

export interface Encounter {
  /** Nobody had typed into them: the form shows what others have put there. */
  readonly taken: readonly Foreign[];
  readonly contests: readonly Contest[];
}

export const alone: Encounter = { taken: [], contests: [] };

export interface Meeting {
  readonly draft: Draft;
  readonly encounter: Encounter;
}

export function takesInput(field: FormField | undefined): field is FormField {
  return field?.access === "edit";
}

function contestOf({ contests }: Encounter, fieldId: number): Contest | undefined {
  return contests.find((contest) => contest.fieldId === fieldId);
}

function isDecided(draft: Draft, { fieldId, decided }: Contest): boolean {
  return decided !== undefined && isInForce(draft, fieldId, decided);
}

/** Whether it was decided what becomes of a field, and not undone. */
export function isDecidedIn(draft: Draft, encounter: Encounter, target: Target): boolean {
  const contest = typeof target === "number" ? contestOf(encounter, target) : undefined;
  return contest !== undefined && isDecided(draft, contest);
}

/** The contest over what the draft has now. */
function present(draft: Draft, contest: Contest): Contest {
  const ground = groundIn(draft, contest.fieldId, contest);
  return ground === contest ? contest : { ...contest, ...ground };
}

/** What comes of a contest as things stand. Undoing what was decided brings the question back. */
export function verdictOf(form: Form, draft: Draft, contest: Contest): Merged {
  const mine = typedIn(draft, contest.fieldId);
  const field = fieldOf(form, contest.fieldId);
  if (mine === undefined) return { kind: "theirs" };
  // What was typed can't be sent any more, whatever was chosen.
  if (!takesInput(field)) return { kind: "collision", both: undefined };
  if (isDecided(draft, contest)) return { kind: "mine" };
  const verdict = mergeTyped(present(draft, contest).before, mine, field.base, takesOf(field.control));
  const isSilent = verdict.kind === "mine" || verdict.kind === "merged";
  return isSilent && contest.wasGivenUp === true ? { kind: "collision", both: undefined } : verdict;
}

/** Those that nobody but the person can decide, and that are not decided yet. */
export function collisionsOf(form: Form, draft: Draft, { contests }: Encounter): readonly Contest[] {
  return contests
    .filter((contest) => verdictOf(form, draft, contest).kind === "collision")
    .map((contest) => present(draft, contest));
}

/** One that the person is asked about. */
export interface AskedContest extends Contest {
  /** What the person had before them when they began, however often others went on since: that is what both sides are shown beside. */
  readonly opened: Input | undefined;
}

/** Who took theirs began anew, with that. */
function asAsked(contest: Contest): AskedContest {
  const { before, earlier = [] } = contest;
  const since = earlier.slice(earlier.findLastIndex(({ until }) => until.as === "theirs") + 1);
  return { ...contest, opened: [...since, { before }][0]?.before };
}

/** Those that the person was, or has to be, asked about. */
export function questionsOf(form: Form, draft: Draft, { contests }: Encounter): readonly AskedContest[] {
  return contests
    .filter(
      (contest) =>
        choiceIn(form, draft, contest) !== undefined || verdictOf(form, draft, contest).kind === "collision",
    )
    .map((contest) => asAsked(present(draft, contest)));
}

/** What taking both would be, where that makes sense. */
function bothOf(form: Form, draft: Draft, contest: Contest, mine: Input): Input | undefined {
  const field = fieldOf(form, contest.fieldId);
  if (!takesInput(field)) return undefined;
  const merged = mergeInput(present(draft, contest).before, mine, field.base, takesOf(field.control));
  return merged.kind === "collision" ? merged.both : undefined;
}

/** What had been typed when the question came up. */
export function mineIn(draft: Draft, contest: Contest): Input | undefined {
  const now = typedIn(draft, contest.fieldId);
  return now === undefined || isDecided(draft, contest) ? contest.decided?.mine : now;
}

export function offeredChoices(form: Form, draft: Draft, contest: Contest): readonly Choice[] {
  const mine = mineIn(draft, contest);
  if (!takesInput(fieldOf(form, contest.fieldId)) || mine === undefined) return ["theirs"];
  return bothOf(form, draft, contest, mine) === undefined
    ? ["mine", "theirs", "edit"]
    : ["mine", "theirs", "both", "edit"];
}

/** What was chosen, unless it was undone; whatever was typed after that makes it an edit. */
export function choiceIn(form: Form, draft: Draft, contest: Contest): Choice | undefined {
  const { fieldId, decided } = contest;
  if (decided === undefined) return undefined;
  const { kind } = verdictOf(form, draft, contest);
  if (kind === "collision" || kind === "merged") return undefined;
  const now = typedIn(draft, fieldId);
  // Whoever edits may come past what theirs has.
  if (decided.as === "edit" && isDecided(draft, contest)) return "edit";
  if (sameInput(now, decided.became)) return decided.as;
  return now === undefined ? "theirs" : "edit";
}

function withContest(encounter: Encounter, contest: Contest): Encounter {
  return {
    ...encounter,
    contests: encounter.contests.map((each) => (each.fieldId === contest.fieldId ? contest : each)),
  };
}

/** What was chosen goes into the draft, as a step of its own; what had been typed stays known. */
export function chosen(form: Form, { draft, encounter }: Meeting, fieldId: number, as: Choice): Meeting {
  const contest = contestOf(encounter, fieldId);
  const mine = contest === undefined ? undefined : mineIn(draft, contest);
  if (contest === undefined || mine === undefined) return { draft, encounter };
  if (!offeredChoices(form, draft, contest).includes(as)) return { draft, encounter };
  const inputs: Readonly<Record<Choice, Input | undefined>> = {
    mine,
    theirs: undefined,
    both: bothOf(form, draft, contest, mine),
    edit: typedIn(draft, fieldId),
  };
  const now = edited(form, draft, { target: fieldId, input: inputs[as], step: "begin" });
  const decided = { mine, as, became: typedIn(now, fieldId), at: lengthOf(now, fieldId) };
  return { draft: now, encounter: withContest(encounter, { ...present(draft, contest), decided }) };
}

/** What is sent: what needs no question is put together. The draft itself stays as it was typed. */
export function forSending(form: Form, { draft, encounter }: Meeting): Draft {
  return encounter.contests.reduce((done, contest) => {
    const verdict = verdictOf(form, draft, contest);
    if (verdict.kind !== "merged") return done;
    return edited(form, done, { target: contest.fieldId, input: verdict.input, step: "begin" });
  }, draft);
}

/** What others have changed and what is still so once the draft is sent: not what the person has put another value over. */
export function keptIn(form: Form, { draft, encounter }: Meeting): Encounter {
  return {
    taken: encounter.taken.filter(({ fieldId }) => typedIn(draft, fieldId) === undefined),
    contests: encounter.contests.filter((contest) => {
      const { kind } = verdictOf(form, draft, contest);
      return kind === "merged" || kind === "theirs" || kind === "same";
    }),
  };
}

/** Something was typed over what stood there before others changed it, and that was not known by then. */
export function typedOver(
  form: Form,
  { draft, encounter }: Meeting,
  fieldId: number,
  before: Input,
): Encounter {
  const field = fieldOf(form, fieldId);
  const known = contestOf(encounter, fieldId);
  const isOld = !sameInput(before, field?.base) && typedIn(draft, fieldId) !== undefined;
  const isAsked = known !== undefined && known.decided === undefined;
  if (!isOld || isAsked) return encounter;
  const taken = encounter.taken.find((foreign) => foreign.fieldId === fieldId);
  const { by, on } = known ?? taken ?? { by: undefined, on: undefined };
  const contest: Contest = { fieldId, label: field?.label ?? "", before, by, on, decided: undefined };
  return {
    taken: encounter.taken.filter((foreign) => foreign !== taken),
    contests: [...encounter.contests.filter((each) => each.fieldId !== fieldId), contest],
  };
}

/** Who wrote to a field last. */
function authorship(writings: readonly Writing[], fieldId: number): Pick<Foreign, "by" | "on"> {
  const writing = writings.find(({ fieldIds }) => fieldIds.includes(fieldId));
  return { by: writing?.by, on: writing?.on };
}

interface States {
  /** What the draft was typed over, and what the server has now. */
  readonly older: Form;
  readonly newer: Form;
  /** The newest first. */
  readonly writings: readonly Writing[];
}

/** A contest whose other side has moved on: what was chosen answered another question. */
function reopened(contest: Contest, theirs: Input | undefined): Contest {
  const { before, decided, earlier = [] } = contest;
  if (decided === undefined) return contest;
  return {
    ...contest,
    before: theirs,
    earlier: [...earlier, { before, until: decided }],
    decided: undefined,
    wasGivenUp: undefined,
  };
}

/** What was given up for theirs, unless all of it was undone. */
function givenUp(draft: Draft, { fieldId, decided }: Contest): Input | undefined {
  return lengthOf(draft, fieldId) === 0 ? undefined : decided?.mine;
}

function filesIn({ value }: FormField): string {
  return JSON.stringify(value?.kind === "files" ? value.files : []);
}

/** What the form itself does not change has no input to compare. */
function isSameValue(was: FormField | undefined, is: FormField | undefined): boolean {
  const areFiles = was?.control.kind === "files" && is?.control.kind === "files";
  return areFiles ? filesIn(was) === filesIn(is) : sameInput(was?.base, is?.base);
}

/** A field that has appeared, since it can't be set at creation or was hidden before, was changed by nobody. */
function hasAppeared(was: FormField | undefined, fieldId: number, { draft, encounter }: Meeting): boolean {
  const isUntyped = typedIn(draft, fieldId) === undefined && withoutSteps(draft, fieldId) === draft;
  return was === undefined && isUntyped && contestOf(encounter, fieldId) === undefined;
}

function metField(
  { older, newer, writings }: States,
  { draft, encounter }: Meeting,
  fieldId: number,
): Meeting {
  const [was, is] = [fieldOf(older, fieldId), fieldOf(newer, fieldId)];
  const known = contestOf(encounter, fieldId);
  const typed = typedIn(draft, fieldId);
  const isStuck = typed !== undefined && !takesInput(is);
  const isTold = known !== undefined && known.decided === undefined;
  const isUnchanged = isSameValue(was, is) || hasAppeared(was, fieldId, { draft, encounter });
  if (isUnchanged && (isTold || !isStuck)) return { draft, encounter };
  const label = is?.label ?? was?.label ?? known?.label ?? "";
  const news = { fieldId, label, ...authorship(writings, fieldId) };
  if (known !== undefined) {
    // Whoever took theirs took another one.
    const given = typed === undefined ? givenUp(draft, known) : undefined;
    if (given === undefined) {
      return { draft, encounter: withContest(encounter, { ...reopened(known, was?.base), ...news }) };
    }
    return {
      draft: edited(newer, draft, { target: fieldId, input: given, step: "begin" }),
      encounter: withContest(encounter, { ...known, ...news, decided: undefined, wasGivenUp: true }),
    };
  }
  const taken = encounter.taken.find((foreign) => foreign.fieldId === fieldId);
  const others = encounter.taken.filter((foreign) => foreign !== taken);
  if (typed !== undefined && !sameInput(typed, is?.base)) {
    const contest: Contest = { ...news, before: was?.base, decided: undefined };
    return { draft, encounter: { taken: others, contests: [...encounter.contests, contest] } };
  }
  const before = taken === undefined ? was?.base : taken.before;
  const isBack = before !== undefined && sameInput(before, is?.base);
  return {
    // What was undone would come back over what nobody had seen.
    draft: withoutSteps(draft, fieldId),
    encounter: { ...encounter, taken: isBack ? others : [...others, { ...news, before }] },
  };
}

/** The draft over what the server has now. Nothing that was typed goes, except where both sides say the same. */
export function met(states: States, meeting: Meeting): Meeting {
  const { older, newer } = states;
  const ids = new Set([
    ...newer.fields.map(({ id }) => id),
    ...older.fields.map(({ id }) => id),
    ...meeting.draft.inputs.flatMap(({ target }) => (target === "comment" ? [] : target)),
  ]);
  const { draft, encounter } = [...ids].reduce((done, fieldId) => metField(states, done, fieldId), meeting);
  return { draft: rebased(newer, draft), encounter };
}
