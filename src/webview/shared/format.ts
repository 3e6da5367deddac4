// Texts with placeholders, and the language and time zone that the host has given the page.

/** A text of the host with what belongs into it. */
export function filled(text: string, ...parts: readonly (string | number)[]): string {
  return text.replace(/\{(\d)\}/g, (place, index: string) => String(parts[Number(index)] ?? place));
}

/** How numbers and dates are written. */
export const language: string = document.documentElement.lang;

/** The zone of the extension host, which writes the other times: this page may be shown on another machine. */
export const timeZone: string | undefined = known(document.documentElement.dataset["timeZone"]);

/** One of the two may know zones that the other doesn't. */
function known(zone: string | undefined): string | undefined {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
