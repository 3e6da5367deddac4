// A quick pick whose items are searched for while the user types.
import * as vscode from "vscode";
import { oneLine, withoutIcons } from "../model/displayText.ts";
import { isFailure } from "../model/failure.ts";
import { type Person, shortestPersonQuery } from "../model/user.ts";
import { Latest } from "./async.ts";
import { failureText } from "./failureText.ts";
import { converse, type Reply, type StepRow, valuesOf } from "./prompts.ts";

// A step whose rows are searched for as one types: a slow answer never takes the place of a newer one.

interface SearchStep<T> {
  readonly title: string;
  readonly placeholder: string;
  readonly canGoBack: boolean;
  /** What can be chosen whatever is typed. */
  readonly standing: readonly StepRow<T>[];
  /** Shorter texts are not searched for. */
  readonly shortest: number;
  readonly find: (text: string, signal: AbortSignal) => Promise<readonly StepRow<T>[]>;
  /** What is said in place of rows; undefined where nothing needs to be. */
  readonly failed: (error: unknown) => string | undefined;
  readonly nothing: () => string | undefined;
  /** Whether Enter may take it before anybody has moved to it; all of them unless told otherwise. */
  readonly isPreselectable?: ((value: T) => boolean) | undefined;
  /** Tells whether two rows stand for the same. */
  readonly keyOf: (value: T) => string;
}

/** Each pause is shorter than what one waits for an answer, and longer than between two letters. */
const pauseMs = 200;

function saying<T>(text: string | undefined): readonly StepRow<T>[] {
  return text === undefined ? [] : [{ label: `$(info) ${withoutIcons(text)}`, alwaysShow: true }];
}

/** Once each, the first one of those that stand for the same; what only says something stays. */
function distinct<T>(rows: readonly StepRow<T>[], keyOf: (value: T) => string): readonly StepRow<T>[] {
  const seen = new Set<string>();
  return rows.filter(({ value }) => {
    if (value === undefined) return true;
    const key = keyOf(value);
    return !seen.has(key) && seen.add(key);
  });
}

function search<T>(
  box: vscode.QuickPick<StepRow<T>>,
  step: SearchStep<T>,
  show: (found: readonly StepRow<T>[]) => void,
): Latest {
  const latest = new Latest(pauseMs, (error) => {
    box.busy = false;
    show(saying(step.failed(error)));
  });
  box.placeholder = step.placeholder;
  box.matchOnDescription = true;
  box.onDidChangeValue((typed) => {
    const text = typed.trim();
    latest.cancel();
    box.busy = text.length >= step.shortest;
    show([]);
    if (text.length < step.shortest) return;
    latest.ask(
      (signal) => step.find(text, signal),
      (found) => {
        box.busy = false;
        show(found.length === 0 ? saying(step.nothing()) : found);
      },
    );
  });
  return latest;
}

export async function pickFound<T>(step: SearchStep<T>): Promise<Reply<T>> {
  const box = vscode.window.createQuickPick<StepRow<T>>();
  const show = (found: readonly StepRow<T>[]): void => {
    const always = found.map((row) => ({ ...row, alwaysShow: true }));
    const rows = distinct([...step.standing, ...always], step.keyOf);
    box.items = rows;
    const { isPreselectable } = step;
    if (isPreselectable === undefined) return;
    const first = rows.find(({ value }) => value !== undefined && isPreselectable(value));
    box.activeItems = first === undefined ? [] : [first];
  };
  const latest = search(box, step, show);
  show([]);
  const reply = await converse(box, step, () => box.selectedItems[0]?.value);
  latest.cancel();
  return reply;
}

/** What was chosen stays in sight while one searches for more. */
export async function pickManyFound<T>(
  step: SearchStep<T>,
  refuse: (values: readonly T[]) => string | undefined,
): Promise<Reply<readonly T[]>> {
  const box = vscode.window.createQuickPick<StepRow<T>>();
  box.canSelectMany = true;
  let chosen = step.standing.filter(({ picked }) => picked === true);
  const show = (found: readonly StepRow<T>[]): void => {
    const always = (row: StepRow<T>): StepRow<T> =>
      row.alwaysShow === true ? row : { ...row, alwaysShow: true };
    const kept = chosen.map(always);
    chosen = kept;
    box.items = distinct([...kept, ...step.standing, ...found.map(always)], step.keyOf);
    box.selectedItems = kept;
  };
  const latest = search(box, step, show);
  show([]);
  box.onDidChangeSelection((selected) => {
    chosen = selected.filter(({ value }) => value !== undefined);
    box.prompt = undefined;
  });
  const reply = await converse(box, step, () => {
    const values = valuesOf(box.selectedItems);
    box.prompt = refuse(values);
    return box.prompt === undefined ? values : undefined;
  });
  latest.cancel();
  return reply;
}

// Searching for people by their names, on servers that can and on those that can't.

interface PeopleSearch<T> {
  readonly site: string;
  readonly people: (query: string, signal: AbortSignal) => Promise<readonly Person[]>;
  readonly valueOf: (person: Person) => T;
  /** What to do on a server that can't be searched. */
  readonly otherwise: string;
}

type Searching<T> = Pick<SearchStep<T>, "placeholder" | "shortest" | "find" | "failed" | "nothing">;

/** A server that says once that it can't is not asked again. */
export function peopleSearch<T>({ site, people, valueOf, otherwise }: PeopleSearch<T>): Searching<T> {
  let canSearch = true;
  const rowOf = (person: Person): StepRow<T> => ({
    label: withoutIcons(oneLine(person.label)),
    description: withoutIcons(oneLine(person.username ?? "")),
    value: valueOf(person),
  });
  return {
    placeholder: vscode.l10n.t("Type at least {0} letters of a name", shortestPersonQuery),
    shortest: shortestPersonQuery,
    find: async (text, signal) => (canSearch ? (await people(text, signal)).map(rowOf) : []),
    failed: (error) => {
      if (!isFailure(error)) throw error;
      canSearch = error.kind !== "notFound";
      return canSearch ? failureText(error, site) : otherwise;
    },
    nothing: () => (canSearch ? vscode.l10n.t("Nobody of this name") : otherwise),
  };
}
