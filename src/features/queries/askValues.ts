// The values of a condition, in the way that its field calls for.
import * as vscode from "vscode";
import { oneLine, withoutIcons } from "../../model/displayText.ts";
import { isDay } from "../../model/localTime.ts";
import type { Operator, Searchable } from "../../model/query/query.ts";
import {
  dayHere,
  dayMeant,
  idsMeant,
  mePlaceholder,
  savedChoice,
  todayAnd,
  typedDays,
} from "../../model/query/resolve.ts";
import type { SavedValue } from "../../model/query/savedQuery.ts";
import { peopleNamed } from "../../model/query/titles.ts";
import type { Site } from "../../model/site.ts";
import type { Choice, Tracker } from "../../model/tracker.ts";
import { noneId } from "../../model/value.ts";
import type { Catalog } from "../../store/catalog.ts";
import { dayText } from "../../vscode/conditionText.ts";
import { askLine, pickMany, pickTyped, type Reply, type StepRow } from "../../vscode/prompts.ts";
import { peopleSearch, pickManyFound } from "../../vscode/searchPrompt.ts";

// A day: one that is counted from today, which stays true tomorrow, or one of the calendar.

interface DayStep {
  readonly title: string;
  readonly prompt: string;
  readonly today: string;
  /** What was there before. */
  readonly value: string | undefined;
  /** Days before this one make no sense here. */
  readonly earliest: string | undefined;
}

const usual = [0, -1, -7, -14, -30, -90, 1, 7];

function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase(vscode.env.language) + text.slice(1);
}

function counted(daysAfterToday: number, today: string): StepRow<string> {
  const value = todayAnd(daysAfterToday);
  const days = Math.abs(daysAfterToday);
  const label =
    days < 2
      ? capitalized(dayText(daysAfterToday))
      : daysAfterToday < 0
        ? vscode.l10n.t("{0} days ago", days)
        : vscode.l10n.t("In {0} days", days);
  return { label, description: vscode.l10n.t("now {0}", dayMeant(value, today) ?? ""), value };
}

function written(day: string): StepRow<string> {
  return { label: day, description: vscode.l10n.t("always this day"), value: day };
}

function typedRows(text: string, today: string): readonly StepRow<string>[] {
  return isDay(text) ? [written(text)] : typedDays(text).map((days) => counted(days, today));
}

/** What can be chosen after something was typed, or what is wrong with it. */
export function dayRows(text: string, { today, value, earliest }: DayStep): readonly StepRow<string>[] {
  const before = value !== undefined && isDay(value) ? [written(value)] : [];
  const words = text.toLocaleLowerCase();
  const fitting = usual
    .map((days) => counted(days, today))
    .filter(({ label }) => label.toLocaleLowerCase().includes(words));
  const rows = text === "" ? [...before, ...fitting] : [...typedRows(text, today), ...fitting];
  const once = [...new Map(rows.map((row) => [row.value, row])).values()];
  const possible = once.filter(
    (row) => earliest === undefined || (dayMeant(row.value ?? "", today) ?? "") >= earliest,
  );
  if (possible.length > 0) return possible;
  const why =
    once.length > 0 && earliest !== undefined
      ? vscode.l10n.t("This is before {0}, the first day.", earliest)
      : vscode.l10n.t("Enter a date (YYYY-MM-DD), or a number of days such as 7, -7 or today-7.");
  return [{ label: `$(warning) ${why}` }];
}

function askDay(step: DayStep): Promise<Reply<string>> {
  return pickTyped({
    title: step.title,
    prompt: step.prompt,
    placeholder: vscode.l10n.t("A date (YYYY-MM-DD), or a number of days such as 7, -7 or today-7"),
    canGoBack: true,
    value: "",
    rowsFor: (text) => dayRows(text, step),
  });
}

// People by name: searched for on the server, else those whom the tracker names.

interface PeopleStep {
  readonly site: Site;
  readonly catalog: Catalog;
  readonly tracker: Tracker;
  readonly title: string;
  readonly before: readonly SavedValue[];
  readonly refuse: (values: readonly SavedValue[]) => string | undefined;
}

function keyOf(value: SavedValue): string {
  return typeof value === "object" ? `id ${value.id}` : `text ${value}`;
}

function meRow(picked: boolean): StepRow<SavedValue> {
  const description = vscode.l10n.t("whoever is signed in");
  return { label: vscode.l10n.t("Me"), description, picked, value: mePlaceholder };
}

function rowOf(value: SavedValue, picked: boolean): StepRow<SavedValue> {
  const label = oneLine(typeof value === "object" ? value.label : String(value));
  return { label: withoutIcons(label), picked, value };
}

function standingRows({ tracker, before }: PeopleStep): readonly StepRow<SavedValue>[] {
  const others = before.filter((value) => value !== mePlaceholder);
  const kept = new Set(others.map(keyOf));
  const named = peopleNamed([tracker]).map(({ id, label }) => ({ id, label }));
  return [
    meRow(before.includes(mePlaceholder)),
    ...others.map((value) => rowOf(value, true)),
    ...named.filter((value) => !kept.has(keyOf(value))).map((value) => rowOf(value, false)),
  ];
}

async function askPeople(step: PeopleStep): Promise<Reply<readonly SavedValue[]>> {
  const { site, catalog, title, refuse } = step;
  const { client } = await catalog.of(site).connection();
  const searching = peopleSearch<SavedValue>({
    site: site.label,
    people: (query, signal) => client.people(query, signal),
    valueOf: ({ id, label }) => ({ id, label }),
    otherwise: vscode.l10n.t("{0} can't be searched for people.", site.label),
  });
  return pickManyFound<SavedValue>(
    { title, canGoBack: true, standing: standingRows(step), keyOf, ...searching },
    refuse,
  );
}

interface ValueQuestion {
  readonly site: Site;
  readonly catalog: Catalog;
  readonly tracker: Tracker;
  readonly asked: Searchable;
  readonly operator: Operator;
  readonly title: string;
  /** What was there before, as far as it fits. */
  readonly before: readonly SavedValue[];
}

/** More than that is not read from the settings again. */
const mostValues = 500;
const longestWords = 1000;

function textOf(value: SavedValue | undefined): string {
  if (value === undefined) return "";
  return typeof value === "object" ? value.label : String(value);
}

function refusal(values: readonly SavedValue[]): string | undefined {
  if (values.length === 0) return vscode.l10n.t("Choose at least one.");
  if (values.length > mostValues) return vscode.l10n.t("Choose at most {0}.", mostValues);
  const isNone = (value: SavedValue): boolean => typeof value === "object" && Number(value.id) === noneId;
  return values.every(isNone)
    ? vscode.l10n.t("Servers pass over “no value” alone: choose another one beside it.")
    : undefined;
}

function choiceRows({ asked, before }: ValueQuestion): readonly StepRow<SavedValue>[] {
  const { field, wanted } = asked;
  if (wanted.kind !== "choices") return [];
  const held = new Set(before.flatMap((value) => idsMeant(field, value).map(String)));
  const row = ({ id, label, isHidden }: Choice): StepRow<SavedValue> => ({
    label: withoutIcons(oneLine(label)) || String(id),
    description: isHidden ? vscode.l10n.t("no longer offered") : "",
    picked: held.has(String(id)),
    value: savedChoice(field, id, label),
  });
  const hasNone = wanted.choices.some(({ id }) => Number(id) === noneId);
  const noValue: StepRow<SavedValue> = {
    label: vscode.l10n.t("No value"),
    description: vscode.l10n.t("only beside others"),
    picked: held.has(String(noneId)),
    value: { id: noneId, label: "None" },
  };
  const [hidden, offered] = [true, false].map((isHidden) =>
    wanted.choices.filter((choice) => choice.isHidden === isHidden).map(row),
  );
  // What someone typed into an open list is not among those that it describes.
  const others = before.filter(
    (value) => value !== mePlaceholder && wanted.isOpen && !isListed(value, wanted.choices),
  );
  return [
    ...(wanted.mayBeMe ? [meRow(before.includes(mePlaceholder))] : []),
    ...(offered ?? []),
    ...others.map((value) => ({
      label: withoutIcons(oneLine(textOf(value))),
      picked: true,
      value,
    })),
    ...(hidden ?? []),
    ...(hasNone || field.isRequired ? [] : [noValue]),
  ];
}

function isListed(value: SavedValue, choices: readonly Choice[]): boolean {
  const text = typeof value === "object" ? String(value.id) : String(value);
  return choices.some(({ id, label }) => String(id) === text || label === text);
}

function numberProblem(
  { asked: { wanted, field }, operator }: ValueQuestion,
  text: string,
): string | undefined {
  if (wanted.kind === "artifact" && !/^\d{1,15}$/.test(text)) {
    return vscode.l10n.t("This is not the number of an artifact.");
  }
  const isWhole = field.type !== "float";
  if (!/^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)) return vscode.l10n.t("This is not a number.");
  if (isWhole && text.includes(".")) return vscode.l10n.t("This field has whole numbers only.");
  return operator === "between" && text.startsWith("-")
    ? vscode.l10n.t("Servers can't be asked for a range that begins or ends below 0.")
    : undefined;
}

function askNumber(question: ValueQuestion, place: number, least?: string): Promise<Reply<string>> {
  const { title, before, operator } = question;
  const prompts = [vscode.l10n.t("From"), vscode.l10n.t("To")];
  return askLine({
    title,
    canGoBack: true,
    prompt: operator === "between" ? prompts[place] : vscode.l10n.t("A number"),
    value: textOf(before[place]),
    problem: (text) =>
      numberProblem(question, text) ??
      (least !== undefined && Number(text) < Number(least)
        ? vscode.l10n.t("This is less than {0}, where the range begins.", least)
        : undefined),
  });
}

function askOneDay(question: ValueQuestion, place: number, earliest?: string): Promise<Reply<string>> {
  const { title, before, operator } = question;
  const today = dayHere(new Date());
  const prompts = [vscode.l10n.t("The first day"), vscode.l10n.t("The last day")];
  return askDay({
    title,
    today,
    prompt: (operator === "between" ? prompts[place] : undefined) ?? vscode.l10n.t("Which day?"),
    value: before[place] === undefined ? undefined : textOf(before[place]),
    earliest: earliest === undefined ? undefined : dayMeant(earliest, today),
  });
}

type AskOne = (place: number, from?: string) => Promise<Reply<string>>;

/** One value, or the two ends of a range; from the second one back to the first. */
async function oneOrTwo(operator: Operator, ask: AskOne): Promise<Reply<readonly SavedValue[]>> {
  for (;;) {
    const first = await ask(0);
    if (first.kind !== "answer") return first;
    if (operator !== "between") return { kind: "answer", value: [first.value] };
    const second = await ask(1, first.value);
    if (second.kind === "away") return second;
    if (second.kind === "answer") return { kind: "answer", value: [first.value, second.value] };
  }
}

async function askWords({ title, before }: ValueQuestion): Promise<Reply<readonly SavedValue[]>> {
  const reply = await askLine({
    title,
    canGoBack: true,
    prompt: vscode.l10n.t("Words that all have to occur, in any order"),
    value: textOf(before[0]),
    problem: (text) => {
      if (text === "") return vscode.l10n.t("Write at least one word.");
      return text.length > longestWords
        ? vscode.l10n.t("This is too long: at most {0} characters.", longestWords)
        : undefined;
    },
  });
  return reply.kind === "answer" ? { kind: "answer", value: [reply.value] } : reply;
}

/** A number is kept as one, so that settings read well. */
async function askNumbers(question: ValueQuestion): Promise<Reply<readonly SavedValue[]>> {
  const reply = await oneOrTwo(question.operator, (place, from) => askNumber(question, place, from));
  return reply.kind === "answer" ? { kind: "answer", value: reply.value.map(Number) } : reply;
}

export function askValues(question: ValueQuestion): Promise<Reply<readonly SavedValue[]>> {
  const { asked, operator, title } = question;
  switch (asked.wanted.kind) {
    case "words":
      return askWords(question);
    case "number":
    case "artifact":
      return askNumbers(question);
    case "day":
      return oneOrTwo(operator, (place, from) => askOneDay(question, place, from));
    case "people":
      return askPeople({ ...question, refuse: refusal });
    case "choices":
      return pickMany({
        title,
        canGoBack: true,
        placeholder: vscode.l10n.t("Any of these"),
        rows: choiceRows(question),
        refuse: refusal,
      });
  }
}
