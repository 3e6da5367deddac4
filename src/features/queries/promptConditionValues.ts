// Prompts for the values of a condition, depending on the type of the field.
import * as vscode from "vscode";
import { toDisplayLine, escapeIcons } from "../../model/displayText.ts";
import { isCalendarDate } from "../../model/localTime.ts";
import { combinedTrackerId } from "../../model/query/combinedTracker.ts";
import type { ConditionOperator, SearchableField } from "../../model/query/criteria.ts";
import {
  formatLocalDate,
  resolveDate,
  resolveChoiceIds,
  currentUserPlaceholder,
  toSavedValue,
  toDatePlaceholder,
  parseTypedRelativeDays,
} from "../../model/query/resolveQuery.ts";
import type { SavedValue } from "../../model/query/savedQuery.ts";
import { collectSelectableUsers } from "../../model/query/trackerUsers.ts";
import type { Site } from "../../model/site.ts";
import type { Choice, Tracker } from "../../model/tracker.ts";
import { noneChoiceId } from "../../model/valueTypes.ts";
import type { Catalog } from "../../store/catalog.ts";
import { relativeDayText } from "../../vscode/conditionText.ts";
import {
  promptText,
  pickMany,
  pickDynamic,
  type PromptResult,
  type PromptItem,
} from "../../vscode/prompts.ts";
import { createUserSearch, searchAndPickMany } from "../../vscode/searchPrompt.ts";

interface DatePromptOptions {
  readonly title: string;
  readonly prompt: string;
  readonly today: string;
  /** The previous value. */
  readonly value: string | undefined;
  /** Earlier dates aren't valid. */
  readonly earliest: string | undefined;
}

const suggestedOffsets = [0, -1, -7, -14, -30, -90, 1, 7];

function capitalize(text: string): string {
  return text.charAt(0).toLocaleUpperCase(vscode.env.language) + text.slice(1);
}

function toRelativeDateRow(daysAfterToday: number, today: string): PromptItem<string> {
  const value = toDatePlaceholder(daysAfterToday);
  const days = Math.abs(daysAfterToday);
  const label =
    days < 2
      ? capitalize(relativeDayText(daysAfterToday))
      : daysAfterToday < 0
        ? vscode.l10n.t("{0} days ago", days)
        : vscode.l10n.t("In {0} days", days);
  return { label, description: vscode.l10n.t("currently {0}", resolveDate(value, today) ?? ""), value };
}

function toDateRow(date: string): PromptItem<string> {
  return { label: date, description: vscode.l10n.t("fixed date"), value: date };
}

function toTypedDateRows(text: string, today: string): readonly PromptItem<string>[] {
  return isCalendarDate(text)
    ? [toDateRow(text)]
    : parseTypedRelativeDays(text).map((days) => toRelativeDateRow(days, today));
}

/** Relative and fixed dates that match the text, or a message why none does. */
export function createDateRows(
  text: string,
  { today, value, earliest }: DatePromptOptions,
): readonly PromptItem<string>[] {
  const before = value !== undefined && isCalendarDate(value) ? [toDateRow(value)] : [];
  const searchText = text.toLocaleLowerCase();
  const suggestions = suggestedOffsets
    .map((days) => toRelativeDateRow(days, today))
    .filter(({ label }) => label.toLocaleLowerCase().includes(searchText));
  const rows = text === "" ? [...before, ...suggestions] : [...toTypedDateRows(text, today), ...suggestions];
  const uniqueRows = [...new Map(rows.map((row) => [row.value, row])).values()];
  const possibleRows = uniqueRows.filter(
    (row) => earliest === undefined || (resolveDate(row.value ?? "", today) ?? "") >= earliest,
  );
  if (possibleRows.length > 0) return possibleRows;
  const message =
    uniqueRows.length > 0 && earliest !== undefined
      ? vscode.l10n.t("The end date can't be before the start date ({0}).", earliest)
      : vscode.l10n.t("Enter a date (YYYY-MM-DD), or a number of days such as 7, -7, or today-7.");
  return [{ label: `$(warning) ${message}` }];
}

function promptDate(options: DatePromptOptions): Promise<PromptResult<string>> {
  return pickDynamic({
    title: options.title,
    prompt: options.prompt,
    placeholder: vscode.l10n.t("Enter a date (YYYY-MM-DD), or a number of days such as 7, -7, or today-7"),
    canGoBack: true,
    value: "",
    getItems: (text) => createDateRows(text, options),
  });
}

interface PickPeopleOptions {
  readonly site: Site;
  readonly catalog: Catalog;
  readonly tracker: Tracker;
  readonly title: string;
  readonly before: readonly SavedValue[];
  readonly validate: (values: readonly SavedValue[]) => string | undefined;
}

function toValueKey(value: SavedValue): string {
  return typeof value === "object" ? `id ${value.id}` : `text ${value}`;
}

function createMeRow(picked: boolean): PromptItem<SavedValue> {
  const description = vscode.l10n.t("the signed-in user");
  return { label: vscode.l10n.t("Me"), description, picked, value: currentUserPlaceholder };
}

function toValueRow(value: SavedValue, picked: boolean): PromptItem<SavedValue> {
  const label = toDisplayLine(typeof value === "object" ? value.label : String(value));
  return { label: escapeIcons(label), picked, value };
}

function createInitialPeopleRows({ tracker, before }: PickPeopleOptions): readonly PromptItem<SavedValue>[] {
  const otherValues = before.filter((value) => value !== currentUserPlaceholder);
  const otherKeys = new Set(otherValues.map(toValueKey));
  const trackerPeople = collectSelectableUsers([tracker]).map(({ id, label }) => ({ id, label }));
  return [
    createMeRow(before.includes(currentUserPlaceholder)),
    ...otherValues.map((value) => toValueRow(value, true)),
    ...trackerPeople
      .filter((value) => !otherKeys.has(toValueKey(value)))
      .map((value) => toValueRow(value, false)),
  ];
}

async function pickPeople(options: PickPeopleOptions): Promise<PromptResult<readonly SavedValue[]>> {
  const { site, catalog, tracker, title, validate } = options;
  const { client } = await catalog.getSite(site).connect();
  const searchOptions = createUserSearch<SavedValue>({
    site: site.label,
    findUsers: (query, signal) => client.findUsers(query, signal),
    // TQL names users by their user names.
    toValue: ({ id, label, username }) =>
      tracker.id === combinedTrackerId ? { id: username ?? label, label } : { id, label },
    unsupportedText: vscode.l10n.t("{0} doesn't support searching for users.", site.label),
  });
  return searchAndPickMany<SavedValue>(
    {
      title,
      canGoBack: true,
      fixedItems: createInitialPeopleRows(options),
      getKey: toValueKey,
      ...searchOptions,
    },
    validate,
  );
}

interface ValuePromptOptions {
  readonly site: Site;
  readonly catalog: Catalog;
  readonly tracker: Tracker;
  readonly searchable: SearchableField;
  readonly operator: ConditionOperator;
  readonly title: string;
  /** The previous values. */
  readonly before: readonly SavedValue[];
}

/** The limit of the parser of saved queries. */
const maxValues = 500;
const maxTextLength = 1000;

function toText(value: SavedValue | undefined): string {
  if (value === undefined) return "";
  return typeof value === "object" ? value.label : String(value);
}

function validateSelection(values: readonly SavedValue[]): string | undefined {
  if (values.length === 0) return vscode.l10n.t("Select at least one value.");
  if (values.length > maxValues) return vscode.l10n.t("Select at most {0} values.", maxValues);
  const isNone = (value: SavedValue): boolean =>
    typeof value === "object" && Number(value.id) === noneChoiceId;
  return values.every(isNone)
    ? vscode.l10n.t("“No value” must be combined with at least one other value.")
    : undefined;
}

function createChoiceRows({ searchable, before }: ValuePromptOptions): readonly PromptItem<SavedValue>[] {
  const { field, valueType } = searchable;
  if (valueType.kind !== "choices") return [];
  const selectedIds = new Set(before.flatMap((value) => resolveChoiceIds(field, value).map(String)));
  const toRow = ({ id, label, isHidden }: Choice): PromptItem<SavedValue> => ({
    label: escapeIcons(toDisplayLine(label)) || String(id),
    description: isHidden ? vscode.l10n.t("no longer available") : "",
    picked: selectedIds.has(String(id)),
    value: toSavedValue(field, id, label),
  });
  const hasNone = valueType.choices.some(({ id }) => Number(id) === noneChoiceId);
  const noValue: PromptItem<SavedValue> = {
    label: vscode.l10n.t("No value"),
    description: vscode.l10n.t("only together with other values"),
    picked: selectedIds.has(String(noneChoiceId)),
    value: { id: noneChoiceId, label: "None" },
  };
  const [hidden, visible] = [true, false].map((isHidden) =>
    valueType.choices.filter((choice) => choice.isHidden === isHidden).map(toRow),
  );
  // Values that users added to an open list aren't among its choices.
  const otherValues = before.filter(
    (value) =>
      value !== currentUserPlaceholder && valueType.isOpenList && !isListed(value, valueType.choices),
  );
  return [
    ...(valueType.canBeCurrentUser ? [createMeRow(before.includes(currentUserPlaceholder))] : []),
    ...(visible ?? []),
    ...otherValues.map((value) => ({
      label: escapeIcons(toDisplayLine(toText(value))),
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

function validateNumber(
  { searchable: { valueType, field }, operator }: ValuePromptOptions,
  text: string,
): string | undefined {
  if (valueType.kind === "artifact" && !/^\d{1,15}$/.test(text)) {
    return vscode.l10n.t("Enter a valid artifact ID.");
  }
  const isInteger = field.type !== "float";
  if (!/^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)) return vscode.l10n.t("Enter a number.");
  if (isInteger && text.includes(".")) return vscode.l10n.t("Enter a whole number.");
  return operator === "between" && text.startsWith("-")
    ? vscode.l10n.t("Negative values aren't supported in a range.")
    : undefined;
}

function promptNumber(
  options: ValuePromptOptions,
  index: number,
  min?: string,
): Promise<PromptResult<string>> {
  const { title, before, operator } = options;
  const prompts = [vscode.l10n.t("From"), vscode.l10n.t("To")];
  return promptText({
    title,
    canGoBack: true,
    prompt: operator === "between" ? prompts[index] : vscode.l10n.t("Enter a number"),
    value: toText(before[index]),
    validate: (text) =>
      validateNumber(options, text) ??
      (min !== undefined && Number(text) < Number(min)
        ? vscode.l10n.t("The end of the range must be at least {0}.", min)
        : undefined),
  });
}

function promptDateAt(
  options: ValuePromptOptions,
  index: number,
  earliest?: string,
): Promise<PromptResult<string>> {
  const { title, before, operator } = options;
  const today = formatLocalDate(new Date());
  const prompts = [vscode.l10n.t("Start date"), vscode.l10n.t("End date")];
  return promptDate({
    title,
    today,
    prompt: (operator === "between" ? prompts[index] : undefined) ?? vscode.l10n.t("Select a date"),
    value: before[index] === undefined ? undefined : toText(before[index]),
    earliest: earliest === undefined ? undefined : resolveDate(earliest, today),
  });
}

type PromptOne = (index: number, from?: string) => Promise<PromptResult<string>>;

/** Prompts for one value, or for both ends of a range; Back in the second prompt returns to the first. */
async function promptOneOrRange(
  operator: ConditionOperator,
  prompt: PromptOne,
): Promise<PromptResult<readonly SavedValue[]>> {
  for (;;) {
    const first = await prompt(0);
    if (first.kind !== "accepted") return first;
    if (operator !== "between") return { kind: "accepted", value: [first.value] };
    const second = await prompt(1, first.value);
    if (second.kind === "dismissed") return second;
    if (second.kind === "accepted") return { kind: "accepted", value: [first.value, second.value] };
  }
}

async function promptWords({
  title,
  before,
}: ValuePromptOptions): Promise<PromptResult<readonly SavedValue[]>> {
  const result = await promptText({
    title,
    canGoBack: true,
    prompt: vscode.l10n.t("Enter words that must all occur, in any order"),
    value: toText(before[0]),
    validate: (text) => {
      if (text === "") return vscode.l10n.t("Enter at least one word.");
      return text.length > maxTextLength
        ? vscode.l10n.t("Enter at most {0} characters.", maxTextLength)
        : undefined;
    },
  });
  return result.kind === "accepted" ? { kind: "accepted", value: [result.value] } : result;
}

/** Numbers are saved as numbers, so that the settings are easy to read. */
async function promptNumbers(options: ValuePromptOptions): Promise<PromptResult<readonly SavedValue[]>> {
  const result = await promptOneOrRange(options.operator, (index, from) =>
    promptNumber(options, index, from),
  );
  return result.kind === "accepted" ? { kind: "accepted", value: result.value.map(Number) } : result;
}

export function promptConditionValues(
  options: ValuePromptOptions,
): Promise<PromptResult<readonly SavedValue[]>> {
  const { searchable, operator, title } = options;
  switch (searchable.valueType.kind) {
    case "words":
      return promptWords(options);
    case "number":
    case "artifact":
      return promptNumbers(options);
    case "day":
      return promptOneOrRange(operator, (index, from) => promptDateAt(options, index, from));
    case "people":
      return pickPeople({ ...options, validate: validateSelection });
    case "choices":
      return pickMany({
        title,
        canGoBack: true,
        placeholder: vscode.l10n.t("Select one or more values"),
        items: createChoiceRows(options),
        validate: validateSelection,
      });
  }
}
