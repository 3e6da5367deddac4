// The values of a condition, in the way that its field calls for.
import * as vscode from "vscode";
import { oneLine, withoutIcons } from "../../model/displayText.ts";
import { idsMeant, savedChoice } from "../../model/query/choosing.ts";
import { dayHere, dayMeant, me } from "../../model/query/placeholders.ts";
import type { SavedValue } from "../../model/query/savedQuery.ts";
import type { Operator, Searchable } from "../../model/query/searchable.ts";
import type { Site } from "../../model/site.ts";
import type { Choice, Tracker } from "../../model/tracker.ts";
import { noneId } from "../../model/value.ts";
import { askLine, pickMany, type Reply, type StepRow } from "../../platform/askStep.ts";
import type { Catalog } from "../../store/catalog.ts";
import { askDay } from "./askDay.ts";
import { askPeople, meRow } from "./askPeople.ts";

export interface ValueQuestion {
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
  const others = before.filter((value) => value !== me && wanted.isOpen && !isListed(value, wanted.choices));
  return [
    ...(wanted.mayBeMe ? [meRow(before.includes(me))] : []),
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
