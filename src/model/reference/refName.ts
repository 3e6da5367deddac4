// Names that git takes for a branch (git check-ref-format), that every disk takes for a file, and that hold nothing a shell
// or a terminal would act on.

/** A disk takes 255 bytes for the last part of a path; git adds ".lock" to it while it writes. */
const mostBytes = 200;

const forbidden = /[^\p{L}\p{M}\p{N}\-_./@#+=,]+/gu;
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Names that git gives a meaning of its own. */
const special = /^(?:@|HEAD|FETCH_HEAD|ORIG_HEAD|MERGE_HEAD|refs\/.*)$/i;

function bytesIn(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else bytes += code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

function shortened(text: string): string {
  const characters = Array.from(text);
  let bytes = bytesIn(text);
  while (bytes > mostBytes) bytes -= bytesIn(characters.pop() ?? "");
  return characters.join("");
}

/** By hand: a pattern takes its time over many dashes in the middle. */
function withoutEnds(part: string): string {
  let start = 0;
  let end = part.length;
  const isLoose = (at: number): boolean => ".-".includes(part.charAt(at));
  while (start < end && isLoose(start)) start += 1;
  while (end > start && isLoose(end - 1)) end -= 1;
  return part.slice(start, end);
}

function safePart(part: string): string {
  let safe = withoutEnds(part);
  while (safe.toLowerCase().endsWith(".lock")) safe = withoutEnds(safe.slice(0, -".lock".length));
  return device.test(safe) ? `_${safe}` : safe;
}

function tidied(text: string): string {
  const plain = text
    .replaceAll(forbidden, "-")
    .replaceAll(/-{2,}/g, "-")
    .replaceAll(/\.{2,}/g, ".");
  return plain
    .split("/")
    .map(safePart)
    .filter((part) => part !== "")
    .join("/");
}

/** A value of the server as a part of a name: it never makes a folder. */
export function namePart(value: string): string {
  return withoutEnds(value.normalize("NFC").replaceAll("/", "-").replaceAll(forbidden, "-"));
}

export function fits(name: string): boolean {
  return bytesIn(name) <= mostBytes;
}

/** The name nearest to a text, if there is one. */
export function branchNameNear(text: string): string | undefined {
  const name = tidied(shortened(tidied(text.normalize("NFC"))));
  return name === "" || special.test(name) ? undefined : name;
}
