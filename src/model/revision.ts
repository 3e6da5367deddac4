/**
 * What a server calls the state of an artifact that we have seen, to be sent back with a change: its tag, byte
 * for byte as it came, or where it gives none the time of the last modification as an HTTP date.
 */
export type Revision =
  { readonly kind: "tag"; readonly tag: string } | { readonly kind: "date"; readonly lastModified: string };
