// Formats numbers, dates and times in the user's language. Formats are reused, because creating them is slow.
import { type AgeUnit, toAge, formatLocalTime } from "../../model/localTime.ts";
import { hostTimeZone } from "../shared/localization.ts";

const dateOnlyPattern = /^\d{4}-\d\d-\d\d$/;

function toLocalDate(at: Date): string {
  return formatLocalTime(at.toISOString(), hostTimeZone).slice(0, "YYYY-MM-DD".length);
}

export class LocaleFormatter {
  readonly collator: Intl.Collator;
  readonly #numbers: Intl.NumberFormat;
  readonly #dateTimes: Intl.DateTimeFormat;
  readonly #dates: Intl.DateTimeFormat;
  readonly #times: Intl.DateTimeFormat;
  readonly #now: string;
  readonly #ages = new Map<AgeUnit, Intl.NumberFormat>();
  readonly #language: string;

  constructor(language: string) {
    this.#language = language;
    this.collator = new Intl.Collator(language, { numeric: true, sensitivity: "base" });
    this.#numbers = new Intl.NumberFormat(language);
    this.#dateTimes = new Intl.DateTimeFormat(language, {
      dateStyle: "medium",
      timeStyle: "short",
      timeZone: hostTimeZone,
    });
    // A date without time is parsed as midnight UTC, so it must be formatted in UTC to stay the same date.
    this.#dates = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
    this.#times = new Intl.DateTimeFormat(language, { timeStyle: "short", timeZone: hostTimeZone });
    this.#now = new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(0, "second");
  }

  formatNumber(value: number): string {
    return this.#numbers.format(value);
  }

  /** A short relative time; empty without a valid date. */
  formatAge(iso: string | undefined, now: number): string {
    const at = iso === undefined ? Number.NaN : Date.parse(iso);
    if (Number.isNaN(at)) return "";
    const age = toAge(at, now);
    if (age === undefined) return this.#now;
    const format = this.#ages.get(age.unit) ?? this.#createAgeFormat(age.unit);
    this.#ages.set(age.unit, format);
    return format.format(age.count);
  }

  formatDate(iso: string | undefined): string {
    const at = iso === undefined ? Number.NaN : Date.parse(iso);
    if (iso === undefined || Number.isNaN(at)) return "";
    return (dateOnlyPattern.test(iso) ? this.#dates : this.#dateTimes).format(at);
  }

  /** Only the time for today, date and time for other days. */
  formatRecentTime(iso: string): string {
    const date = new Date(iso);
    if (Number.isNaN(date.getTime())) return iso;
    const isToday = toLocalDate(date) === toLocalDate(new Date());
    return (isToday ? this.#times : this.#dateTimes).format(date);
  }

  /** In seconds up to 90 seconds, then in minutes. */
  formatDuration(seconds: number): string {
    const isInSeconds = seconds < 90;
    const count = Math.max(1, Math.ceil(isInSeconds ? seconds : seconds / 60));
    const unit = isInSeconds ? "second" : "minute";
    return new Intl.NumberFormat(this.#language, { style: "unit", unit, unitDisplay: "long" }).format(count);
  }

  #createAgeFormat(unit: AgeUnit): Intl.NumberFormat {
    return new Intl.NumberFormat(this.#language, { style: "unit", unit, unitDisplay: "short" });
  }
}
