// References from and to an artifact.
import type { FieldType, HostFieldType, ReadContext } from "./fieldType.ts";
import { readList, readObject, readOptionalText, readText } from "./readWireValue.ts";

export interface CrossReference {
  /** For example `bug #12`. */
  readonly text: string;
  /** Path on the site; undefined for other hosts. */
  readonly path: string | undefined;
}

export interface ReferencesFieldShapes {
  readonly control: never;
  readonly input: never;
  readonly value: { readonly kind: "references"; readonly references: readonly CrossReference[] };
  readonly edit: never;
}

export const referencesType: FieldType<ReferencesFieldShapes> = {
  controlKinds: [],
  value: { kinds: ["references"], toText: ({ references }) => references.map(({ text }) => text).join(", ") },
};

/**
 * Servers use their configured host name, which can differ from the site's: only the path of Tuleap's
 * redirect URL is used.
 */
function toSitePath(url: string | undefined, { parseUrl }: ReadContext): string | undefined {
  const parsed = url === undefined ? undefined : parseUrl(url);
  if (parsed === undefined) return undefined;
  const { protocol, pathname, search } = parsed;
  return /^https?:$/.test(protocol) && /\/goto\/?$/.test(pathname) ? pathname + search : undefined;
}

export const referencesHostType: HostFieldType<ReferencesFieldShapes> = {
  serverTypes: {
    cross: {
      readValue: ({ value }, context) => ({
        kind: "references",
        references: readList(value, (element) => {
          const { ref, url } = readObject(element);
          return { text: readText(ref), path: toSitePath(readOptionalText(url), context) };
        }),
      }),
      isSetByServer: true,
      conditionType: "artifact",
    },
  },
};
