// Formats byte counts for display.

const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

interface ByteFormat {
  readonly base: 1000 | 1024;
  readonly round: (amount: number) => number;
}

function formatAmount(bytes: number, language: string, { base, round }: ByteFormat): string {
  const maxPower = units.length - 1;
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(base) + 1e-9), maxPower);
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: units[power] ?? "byte",
    unitDisplay: power === 0 ? "long" : "short",
    maximumFractionDigits: 1,
  }).format(round(bytes / base ** power));
}

/** For example "2.6 MB". */
export function formatBytes(bytes: number, language: string): string {
  return formatAmount(bytes, language, { base: 1000, round: (amount) => amount });
}

/** Uses binary units for round limits and rounds down, so that the result never exceeds the limit. */
export function formatByteLimit(bytes: number, language: string): string {
  const base = bytes % 1024 === 0 ? 1024 : 1000;
  return formatAmount(bytes, language, { base, round: (amount) => Math.floor(amount * 10) / 10 });
}
