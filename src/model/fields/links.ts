// Links to other artifacts, and from them.
import type { LinkType } from "../tracker.ts";
import type { Link } from "../value.ts";
import { setOf, sorted, together } from "./common.ts";
import type { AskedRefusal, AskedValues, FactContext, Facts, FieldType, HostFieldType } from "./fieldType.ts";
import { readInteger, readMembers, readText, readWholeList } from "./reading.ts";

export interface LinksField {
  readonly control: { readonly kind: "links"; readonly types: readonly LinkType[] };
  readonly input: { readonly kind: "links"; readonly forward: readonly Link[] };
  readonly value: {
    readonly kind: "links";
    readonly forward: readonly Link[];
    readonly reverse: readonly Link[];
  };
  readonly edit:
    /** Every forward link to keep and every new one. */
    | { readonly kind: "links"; readonly links: readonly Link[] }
    /** Every link to keep and every new one, in both directions. */
    | { readonly kind: "allLinks"; readonly forward: readonly Link[]; readonly reverse: readonly Link[] }
    /** Makes this artifact a child of another, and leaves its other links alone. */
    | { readonly kind: "parent"; readonly artifactId: number };
}

function linkKey({ artifactId, type }: Link): string {
  return `${artifactId} ${type}`;
}

function text({ forward }: LinksField["input"]): string {
  return forward.map(({ artifactId }) => `#${artifactId}`).join(", ");
}

export const linksType: FieldType<LinksField> = {
  controls: ["links"],
  input: {
    empty: { kind: "links", forward: [] },
    isEmpty: ({ forward }) => forward.length === 0,
    essence: ({ forward }) => setOf(forward.map(linkKey)),
    text,
  },
  value: { kinds: ["links"], text },
};

function readLink(element: unknown): Link {
  const { id, type } = readMembers(element);
  return { artifactId: readInteger(id), type: readText(type) };
}

function sameLinks(some: readonly Link[], others: readonly Link[]): boolean {
  return sorted(some.map(linkKey)) === sorted(others.map(linkKey));
}

function directed(links: readonly Link[], direction: "forward" | "reverse"): readonly object[] {
  return links.map(({ artifactId, type }) => ({ id: artifactId, direction, type }));
}

function linkFacts(links: readonly Link[], { linked, mostLinked }: FactContext): readonly Facts[] {
  return links.slice(0, mostLinked).map(({ artifactId, type }) => ({
    artifact: artifactId,
    type: type === "" ? undefined : type,
    title: linked(artifactId)?.title,
    status: linked(artifactId)?.status,
  }));
}

/** What is linked already keeps its type, unless another one is asked for. */
function askedLinks(
  { field, how, values, linkType }: AskedValues,
  { types }: LinksField["control"],
  { forward }: LinksField["input"],
): LinksField["input"] | AskedRefusal {
  const known = types.map(({ name }) => name);
  if (linkType !== undefined && !known.includes(linkType)) {
    return { code: "noLinkType", field, value: linkType, known };
  }
  const asked: Link[] = [];
  for (const value of values) {
    const digits = /^(?:[\p{L}\d_-]+ )?#?(\d{1,15})$/u.exec(value.trim())?.[1];
    if (digits === undefined) return { code: "notAnArtifact", field, value };
    const artifactId = Number(digits);
    const held = forward.find((link) => link.artifactId === artifactId);
    asked.push({ artifactId, type: linkType ?? held?.type ?? "" });
  }
  const ids = new Set(asked.map(({ artifactId }) => artifactId));
  const others = forward.filter(({ artifactId }) => !ids.has(artifactId));
  if (how === "set") return { kind: "links", forward: asked };
  return { kind: "links", forward: how === "add" ? [...others, ...asked] : others };
}

export const linksHostType: HostFieldType<LinksField> = {
  serverTypes: {
    art_link: {
      control: ({ linkTypes }) => ({ kind: "links", types: linkTypes }),
      read: ({ links, reverse_links }) => ({
        kind: "links",
        forward: readWholeList(links, readLink),
        reverse: readWholeList(reverse_links, readLink),
      }),
    },
  },
  inputOf: ({ forward }) => ({ kind: "links", forward }),
  takes: () => "many",
  merge(base, mine, theirs) {
    const forward = together(linkKey, base?.forward ?? [], mine.forward, theirs.forward);
    const input = { kind: "links", forward } as const;
    return base === undefined ? { kind: "collision", both: input } : { kind: "merged", input };
  },
  edit: ({ forward }) => ({ kind: "links", links: forward }),
  edits: {
    kinds: ["links", "allLinks", "parent"],
    members(edit) {
      switch (edit.kind) {
        case "links":
          return { links: edit.links.map(({ artifactId, type }) => ({ id: artifactId, type })) };
        case "allLinks":
          return { all_links: [...directed(edit.forward, "forward"), ...directed(edit.reverse, "reverse")] };
        case "parent":
          return { parent: { id: edit.artifactId } };
      }
    },
    isHeld({ forward, reverse }, edit) {
      switch (edit.kind) {
        case "links":
          return sameLinks(forward, edit.links);
        case "allLinks":
          return sameLinks(forward, edit.forward) && sameLinks(reverse, edit.reverse);
        case "parent":
          return reverse.some(({ artifactId }) => artifactId === edit.artifactId);
      }
    },
  },
  takenFacts: ({ types }) => ({ takes: "artifact numbers", linkTypes: types.map(({ name }) => name) }),
  valueFact({ forward, reverse }, context) {
    const all = forward.length + reverse.length;
    return {
      forward: linkFacts(forward, context),
      reverse: linkFacts(reverse, context),
      ...(all > context.mostLinked && { all }),
    };
  },
  // Links that others have to it are no text of its own, but something to tell.
  isBlank: ({ forward, reverse }) => forward.length + reverse.length === 0,
  linkedIds: ({ forward, reverse }) => [...forward, ...reverse].map(({ artifactId }) => artifactId),
  asked: (asked, control, base) =>
    base === undefined ? { code: "notHere", field: asked.field } : askedLinks(asked, control, base),
  confirmedText: ({ forward }) =>
    forward
      .map(({ artifactId, type }) => (type === "" ? `#${artifactId}` : `#${artifactId} (${type})`))
      .join(", "),
};
