// Amounts of bytes as people read them.

const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

interface Manner {
  readonly base: 1000 | 1024;
  readonly round: (amount: number) => number;
}

function amountText(bytes: number, language: string, { base, round }: Manner): string {
  const most = units.length - 1;
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(base) + 1e-9), most);
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: units[power] ?? "byte",
    unitDisplay: power === 0 ? "long" : "short",
    maximumFractionDigits: 1,
  }).format(round(bytes / base ** power));
}

/** "2.6 MB", as a language writes it. */
export function byteText(bytes: number, language: string): string {
  return amountText(bytes, language, { base: 1000, round: (amount) => amount });
}

/** The same for a limit: the round number that somebody has set, and never more than the limit. */
export function byteLimitText(bytes: number, language: string): string {
  const base = bytes % 1024 === 0 ? 1024 : 1000;
  return amountText(bytes, language, { base, round: (amount) => Math.floor(amount * 10) / 10 });
}
