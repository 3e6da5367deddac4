// Guesses the media type of a file by its name, and whether content is binary.

const extensionsByMediaType: Readonly<Record<string, string>> = {
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

const mediaTypeByExtension: ReadonlyMap<string, string> = new Map(
  Object.entries(extensionsByMediaType).flatMap(([type, extensions]) =>
    extensions.split(" ").map((extension) => [extension, type]),
  ),
);

/** By extension, ignoring case; octet-stream if unknown. */
export function guessMediaType(name: string): string {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return mediaTypeByExtension.get(extension) ?? "application/octet-stream";
}

/** Binary files usually contain a zero byte within this range. */
export const binaryDetectionBytes = 8192;

/** UTF-16 text contains zero bytes too, but only at even or only at odd positions. */
function isUtf16Text(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  const zerosAt = (parity: 0 | 1): number =>
    bytes.filter((byte, index) => byte === 0 && index % 2 === parity).length;
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  return Math.min(even, odd) === 0 && Math.max(even, odd) > bytes.length / 4;
}

export function isBinaryContent(start: Uint8Array): boolean {
  return start.includes(0) && !isUtf16Text(start);
}
