// Turns file names from the server into names that are valid on every platform and can't leave their folder.

/** Encrypted file systems allow 143 bytes; a counter and ".part" may be appended. */
const maxNameBytes = 128;

/**
 * Separators, characters forbidden on some platform, and invisible characters: controls, direction marks,
 * lone surrogates.
 */
const unsafeCharacters = /[/\\:*?"<>|\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Reserved device names with or without extension. Windows ignores blanks before the dot. */
const deviceName = /^(con|prn|aux|nul|clock\$|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)\s*(\.|$)/iu;

function characterBytes(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) bytes += characterBytes(character);
  return bytes;
}

/** The longest prefix of whole characters that fits. */
function truncateToBytes(text: string, bytes: number): string {
  let size = 0;
  let end = 0;
  for (const character of text) {
    size += characterBytes(character);
    if (size > bytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/**
 * Some platforms drop trailing blanks and dots. Not a regular expression, which is slow for many blanks in
 * the middle.
 */
function trimEndBlanksAndDots(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s.]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** A leading dot doesn't start an extension. */
function splitExtension(name: string): readonly [stem: string, ending: string] {
  const ending = /(?<=.)\.[^.\s]{1,20}$/u.exec(name)?.[0] ?? "";
  return [name.slice(0, name.length - ending.length), ending];
}

function truncateFileName(name: string): string {
  if (utf8Bytes(name) <= maxNameBytes) return name;
  const [stem, ending] = splitExtension(name);
  return trimEndBlanksAndDots(truncateToBytes(stem, maxNameBytes - utf8Bytes(ending))) + ending;
}

export function toSafeFileName(name: string): string {
  const visible = name.normalize("NFC").replaceAll(unsafeCharacters, "_").trimStart();
  // A leading dot hides a file or gives it a special meaning.
  const plain = trimEndBlanksAndDots(visible.replace(/^\.[\s.]*/, "_"));
  const safe = truncateFileName(deviceName.test(plain) ? `_${plain}` : plain);
  return /^_*$/.test(safe) ? "file" : safe;
}

/** Equal for names that some file system treats as the same. */
function nameKey(name: string): string {
  return name.normalize("NFC").toUpperCase().toLowerCase();
}

/** Appends the first free number if the name is in use. */
export function toUniqueFileName(name: string, taken: readonly string[]): string {
  const keys = new Set(taken.map(nameKey));
  const [stem, ending] = splitExtension(name);
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${stem} (${number})${ending}`;
    if (!keys.has(nameKey(candidate))) return candidate;
  }
}
