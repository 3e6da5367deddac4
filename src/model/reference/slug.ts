// Titles in a form that can be part of a name: small letters and numbers of any script, with dashes between.

const accents = /[\u0300-\u036f]/gu;
const others = /[^\p{L}\p{M}\p{N}]+/gu;

export function slugOf(text: string): string {
  const plain = text.normalize("NFKD").replaceAll(accents, "").normalize("NFC").toLowerCase();
  // An apostrophe parts no words: "don't" is one.
  const dashed = plain.replaceAll(/['’]/gu, "").replaceAll(others, "-");
  return dashed.replaceAll(/^-|-$/g, "");
}

/** Of whole characters; it ends with a whole word, unless that would leave little of it. */
export function shortSlug(slug: string, maximum: number): string {
  const characters = Array.from(slug);
  if (characters.length <= maximum) return slug;
  const cut = characters.slice(0, maximum).join("");
  const lastDash = characters[maximum] === "-" ? cut.length : cut.lastIndexOf("-");
  return (lastDash > cut.length / 2 ? cut.slice(0, lastDash) : cut).replaceAll(/-+$/g, "");
}
