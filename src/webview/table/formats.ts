// Numbers, dates and times as the person writes them. Making a format is dear, using one is not.
import { type AgeUnit, ageUnit, localTime } from "../../model/localTime.ts";
import { timeZone } from "../shared/format.ts";

const dayAlone = /^\d{4}-\d\d-\d\d$/;

function localDay(at: Date): string {
  return localTime(at.toISOString(), timeZone).slice(0, "YYYY-MM-DD".length);
}

export class Formats {
  readonly collator: Intl.Collator;
  readonly #numbers: Intl.NumberFormat;
  readonly #instants: Intl.DateTimeFormat;
  readonly #days: Intl.DateTimeFormat;
  readonly #times: Intl.DateTimeFormat;
  readonly #now: string;
  readonly #ages = new Map<AgeUnit, Intl.NumberFormat>();
  readonly #language: string;

  constructor(language: string) {
    this.#language = language;
    this.collator = new Intl.Collator(language, { numeric: true, sensitivity: "base" });
    this.#numbers = new Intl.NumberFormat(language);
    this.#instants = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone });
    // A day alone is read as its midnight in UTC, and must be written there too to stay the same day.
    this.#days = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
    this.#times = new Intl.DateTimeFormat(language, { timeStyle: "short", timeZone });
    this.#now = new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(0, "second");
  }

  number(value: number): string {
    return this.#numbers.format(value);
  }

  /** How long ago something was, in as few letters as can be read; empty for what is no date. */
  age(iso: string | undefined, now: number): string {
    const at = iso === undefined ? Number.NaN : Date.parse(iso);
    if (Number.isNaN(at)) return "";
    const age = ageUnit(at, now);
    if (age === undefined) return this.#now;
    const format = this.#ages.get(age.unit) ?? this.#unit(age.unit);
    this.#ages.set(age.unit, format);
    return format.format(age.count);
  }

  exact(iso: string | undefined): string {
    const at = iso === undefined ? Number.NaN : Date.parse(iso);
    if (iso === undefined || Number.isNaN(at)) return "";
    return (dayAlone.test(iso) ? this.#days : this.#instants).format(at);
  }

  /** An instant of today by its hour and minute, any other one whole. */
  recent(iso: string): string {
    const date = new Date(iso);
    if (Number.isNaN(date.getTime())) return iso;
    const isToday = localDay(date) === localDay(new Date());
    return (isToday ? this.#times : this.#instants).format(date);
  }

  /** A time to wait: nobody counts the seconds of minutes. */
  duration(seconds: number): string {
    const isShort = seconds < 90;
    const count = Math.max(1, Math.ceil(isShort ? seconds : seconds / 60));
    const unit = isShort ? "second" : "minute";
    return new Intl.NumberFormat(this.#language, { style: "unit", unit, unitDisplay: "long" }).format(count);
  }

  #unit(unit: AgeUnit): Intl.NumberFormat {
    return new Intl.NumberFormat(this.#language, { style: "unit", unit, unitDisplay: "short" });
  }
}
