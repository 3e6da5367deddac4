// Formats texts with placeholders, and gives the language and time zone that the host sets in the HTML.

/** Replaces `{0}`, `{1}`… by the arguments. */
export function fillPlaceholders(text: string, ...args: readonly (string | number)[]): string {
  return text.replace(/\{(\d)\}/g, (placeholder, index: string) =>
    String(args[Number(index)] ?? placeholder),
  );
}

/** The language that numbers and dates are formatted in. */
export const pageLanguage: string = document.documentElement.lang;

/** The time zone of the extension host, which formats the other times; the page may run on another machine. */
export const hostTimeZone: string | undefined = toSupportedTimeZone(
  document.documentElement.dataset["timeZone"],
);

/** The host may know time zones that the browser doesn't. */
function toSupportedTimeZone(zone: string | undefined): string | undefined {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
