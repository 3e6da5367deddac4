// What an artifact refers to, and what refers to it.
import type { FieldType, HostFieldType, ReadContext } from "./fieldType.ts";
import { readList, readMembers, readOptionalText, readText } from "./reading.ts";

export interface CrossReference {
  /** As people write it: `bug #12`. */
  readonly text: string;
  /** Its path on the site's own pages; undefined where it leads elsewhere. */
  readonly path: string | undefined;
}

export interface ReferencesField {
  readonly control: never;
  readonly input: never;
  readonly value: { readonly kind: "references"; readonly references: readonly CrossReference[] };
  readonly edit: never;
}

export const referencesType: FieldType<ReferencesField> = {
  controls: [],
  value: { kinds: ["references"], text: ({ references }) => references.map(({ text }) => text).join(", ") },
};

/**
 * Servers write the host that they are configured with, which need not be the one that is asked: of the address that all of their
 * references go through the path counts, and no other is followed.
 */
function ownPath(url: string | undefined, { parseUrl }: ReadContext): string | undefined {
  const parsed = url === undefined ? undefined : parseUrl(url);
  if (parsed === undefined) return undefined;
  const { protocol, pathname, search } = parsed;
  return /^https?:$/.test(protocol) && /\/goto\/?$/.test(pathname) ? pathname + search : undefined;
}

export const referencesHostType: HostFieldType<ReferencesField> = {
  serverTypes: {
    cross: {
      read: ({ value }, context) => ({
        kind: "references",
        references: readList(value, (element) => {
          const { ref, url } = readMembers(element);
          return { text: readText(ref), path: ownPath(readOptionalText(url), context) };
        }),
      }),
      isFilledByServer: true,
    },
  },
};
