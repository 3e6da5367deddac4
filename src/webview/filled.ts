/** A text of the host with what belongs into it. */
export function filled(text: string, ...parts: readonly (string | number)[]): string {
  return text.replace(/\{(\d)\}/g, (place, index: string) => String(parts[Number(index)] ?? place));
}
