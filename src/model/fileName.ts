// Names of files as servers tell them: anything at all. What is written to a disk gets a name that every system takes
// and that stays in its folder.

/** In bytes. Encrypted disks take 143; a number and ".part" may be added. */
const longest = 128;

/**
 * What separates folders or streams, what some system forbids, and what is not seen: controls, marks that turn the direction
 * of a text, halves of characters.
 */
const unsafe = /[/\\:*?"<>|\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Names of devices, with or without an ending. Windows passes over the blanks between. */
const device = /^(con|prn|aux|nul|clock\$|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)\s*(\.|$)/iu;

/** Of one character. */
function bytesOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

function bytesIn(text: string): number {
  let bytes = 0;
  for (const character of text) bytes += bytesOf(character);
  return bytes;
}

/** As many whole characters from the start as fit. */
function cut(text: string, bytes: number): string {
  let size = 0;
  let end = 0;
  for (const character of text) {
    size += bytesOf(character);
    if (size > bytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** Some systems drop blanks and dots at the end. By hand: a pattern takes its time over many blanks in the middle. */
function withoutTail(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s.]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The name without its ending, and the ending; a dot at the start begins none. */
function parted(name: string): readonly [stem: string, ending: string] {
  const ending = /(?<=.)\.[^.\s]{1,20}$/u.exec(name)?.[0] ?? "";
  return [name.slice(0, name.length - ending.length), ending];
}

function shortened(name: string): string {
  if (bytesIn(name) <= longest) return name;
  const [stem, ending] = parted(name);
  return withoutTail(cut(stem, longest - bytesIn(ending))) + ending;
}

export function safeFileName(name: string): string {
  const visible = name.normalize("NFC").replaceAll(unsafe, "_").trimStart();
  // A dot at the start hides a file, or makes it mean something to a program.
  const plain = withoutTail(visible.replace(/^\.[\s.]*/, "_"));
  const safe = shortened(device.test(plain) ? `_${plain}` : plain);
  return /^_*$/.test(safe) ? "file" : safe;
}

/** What is the same for two names that some disk does not tell apart. */
function nameKey(name: string): string {
  return name.normalize("NFC").toUpperCase().toLowerCase();
}

/** The name itself, or the first with a number that is free. */
export function freeName(name: string, taken: readonly string[]): string {
  const keys = new Set(taken.map(nameKey));
  const [stem, ending] = parted(name);
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${stem} (${number})${ending}`;
    if (!keys.has(nameKey(candidate))) return candidate;
  }
}
