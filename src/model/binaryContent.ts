// Whether bytes are text, by how they begin.

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
