// What an assistant writes, without what a person who is asked about it would not see.

/** Controls but tab and line break, direction overrides and isolates, marks without a shape, and the alphabet of tags. */
const unseen =
  /(?![\t\n])\p{Cc}|[\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** What is shown is what is sent: both are made of this. */
export function cleanText(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(unseen, "");
}
