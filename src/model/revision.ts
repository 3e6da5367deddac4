/**
 * What a server calls the state of an artifact that we have seen, to be sent back with a change: its tag, byte
 * for byte as it came, or where it gives none the time of the last modification as an HTTP date.
 */
export type Revision =
  { readonly kind: "tag"; readonly tag: string } | { readonly kind: "date"; readonly lastModified: string };

/** Two that name nothing say nothing about whether the states are the same. */
export function isSameRevision(one: Revision | undefined, other: Revision | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
