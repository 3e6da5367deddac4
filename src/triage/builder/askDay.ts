// A day: one that is counted from today, which stays true tomorrow, or one of the calendar.
import * as vscode from "vscode";
import { dayMeant, todayAnd, typedDays } from "../../model/query/placeholders.ts";
import { isDay } from "../../model/query.ts";
import { pickTyped, type Reply, type StepRow } from "../../platform/askStep.ts";
import { dayText } from "./conditionText.ts";

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

export function askDay(step: DayStep): Promise<Reply<string>> {
  return pickTyped({
    title: step.title,
    prompt: step.prompt,
    placeholder: vscode.l10n.t("A date (YYYY-MM-DD), or a number of days such as 7, -7 or today-7"),
    canGoBack: true,
    value: "",
    rowsFor: (text) => dayRows(text, step),
  });
}
