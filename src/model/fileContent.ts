// What kind of file a name or its first bytes tell of.

const types: Readonly<Record<string, string>> = {
  "text/plain": "txt text log ini conf cfg",
  "text/markdown": "md markdown",
  "text/html": "html htm",
  "text/css": "css",
  "text/csv": "csv",
  "text/javascript": "js mjs cjs",
  "text/x-typescript": "ts mts cts tsx",
  "text/x-diff": "patch diff",
  "application/json": "json",
  "application/xml": "xml xsd xsl",
  "application/yaml": "yaml yml",
  "application/pdf": "pdf",
  "application/zip": "zip",
  "application/gzip": "gz tgz",
  "application/x-tar": "tar",
  "application/x-7z-compressed": "7z",
  "application/msword": "doc",
  "application/vnd.ms-excel": "xls",
  "application/vnd.ms-powerpoint": "ppt",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
  "application/vnd.oasis.opendocument.text": "odt",
  "application/vnd.oasis.opendocument.spreadsheet": "ods",
  "image/png": "png",
  "image/jpeg": "jpg jpeg",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/svg+xml": "svg",
  "image/bmp": "bmp",
  "image/avif": "avif",
  "image/x-icon": "ico",
  "video/mp4": "mp4",
  "video/webm": "webm",
  "audio/mpeg": "mp3",
  "audio/wav": "wav",
};

const byEnding: ReadonlyMap<string, string> = new Map(
  Object.entries(types).flatMap(([type, endings]) => endings.split(" ").map((ending) => [ending, type])),
);

/** By the ending of a file's name, in either case; bytes of any kind where it tells nothing. */
export function mediaTypeOf(name: string): string {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return byEnding.get(ending) ?? "application/octet-stream";
}

// Whether bytes are text, by how they begin.

// What kind of file a name tells of. Servers show it, and hand it back with the bytes.

/** So many bytes tell: other files than texts have a zero among them. */
export const tellingBytes = 8192;

/** UTF-16 has zeros, too: before or after each letter of the Latin alphabet, and never in both places. */
function isWideText(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  const zerosAt = (place: 0 | 1): number =>
    bytes.filter((byte, index) => byte === 0 && index % 2 === place).length;
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  return Math.min(even, odd) === 0 && Math.max(even, odd) > bytes.length / 4;
}

export function isBinary(start: Uint8Array): boolean {
  return start.includes(0) && !isWideText(start);
}
