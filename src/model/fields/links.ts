// Links to and from other artifacts.
import type { LinkType } from "../tracker.ts";
import type { ArtifactLink } from "../valueTypes.ts";
import { toSetKey, toSortedKey, mergeLists } from "./fieldTypeHelpers.ts";
import type {
  AssistantEditError,
  AssistantFieldEdit,
  AssistantValueContext,
  JsonObject,
  FieldType,
  HostFieldType,
} from "./fieldType.ts";
import { readInteger, readObject, readText, readStrictList } from "./readWireValue.ts";

export interface LinksFieldShapes {
  readonly control: { readonly kind: "links"; readonly types: readonly LinkType[] };
  readonly input: { readonly kind: "links"; readonly forward: readonly ArtifactLink[] };
  readonly value: {
    readonly kind: "links";
    readonly forward: readonly ArtifactLink[];
    readonly reverse: readonly ArtifactLink[];
  };
  readonly edit:
    /** All existing and new forward links. */
    | { readonly kind: "links"; readonly links: readonly ArtifactLink[] }
    /** All existing and new links in both directions. */
    | {
        readonly kind: "allLinks";
        readonly forward: readonly ArtifactLink[];
        readonly reverse: readonly ArtifactLink[];
      }
    /** Makes this artifact a child of another and keeps its other links. */
    | { readonly kind: "parent"; readonly artifactId: number };
}

function linkKey({ artifactId, type }: ArtifactLink): string {
  return `${artifactId} ${type}`;
}

function linksText({ forward }: LinksFieldShapes["input"]): string {
  return forward.map(({ artifactId }) => `#${artifactId}`).join(", ");
}

export const linksType: FieldType<LinksFieldShapes> = {
  controlKinds: ["links"],
  input: {
    empty: { kind: "links", forward: [] },
    isEmpty: ({ forward }) => forward.length === 0,
    toComparisonKey: ({ forward }) => toSetKey(forward.map(linkKey)),
    toText: linksText,
  },
  value: { kinds: ["links"], toText: linksText },
};

function readLink(element: unknown): ArtifactLink {
  const { id, type } = readObject(element);
  return { artifactId: readInteger(id), type: readText(type) };
}

function areSameLinks(links: readonly ArtifactLink[], otherLinks: readonly ArtifactLink[]): boolean {
  return toSortedKey(links.map(linkKey)) === toSortedKey(otherLinks.map(linkKey));
}

function toDirectedLinks(
  links: readonly ArtifactLink[],
  direction: "forward" | "reverse",
): readonly object[] {
  return links.map(({ artifactId, type }) => ({ id: artifactId, direction, type }));
}

function toLinksJson(
  links: readonly ArtifactLink[],
  { getLinkedArtifact, maxLinked }: AssistantValueContext,
): readonly JsonObject[] {
  return links.slice(0, maxLinked).map(({ artifactId, type }) => ({
    artifact: artifactId,
    type: type === "" ? undefined : type,
    title: getLinkedArtifact(artifactId)?.title,
    status: getLinkedArtifact(artifactId)?.status,
  }));
}

/** Existing links keep their type unless another type is requested. */
function applyLinkEdit(
  { field, operation, values, linkType }: AssistantFieldEdit,
  { types }: LinksFieldShapes["control"],
  { forward }: LinksFieldShapes["input"],
): LinksFieldShapes["input"] | AssistantEditError {
  const known = types.map(({ name }) => name);
  if (linkType !== undefined && !known.includes(linkType)) {
    return { code: "noLinkType", field, value: linkType, known };
  }
  const requested: ArtifactLink[] = [];
  for (const value of values) {
    const digits = /^(?:[\p{L}\d_-]+ )?#?(\d{1,15})$/u.exec(value.trim())?.[1];
    if (digits === undefined) return { code: "notAnArtifact", field, value };
    const artifactId = Number(digits);
    const existing = forward.find((link) => link.artifactId === artifactId);
    requested.push({ artifactId, type: linkType ?? existing?.type ?? "" });
  }
  const ids = new Set(requested.map(({ artifactId }) => artifactId));
  const remaining = forward.filter(({ artifactId }) => !ids.has(artifactId));
  if (operation === "set") return { kind: "links", forward: requested };
  return { kind: "links", forward: operation === "add" ? [...remaining, ...requested] : remaining };
}

export const linksHostType: HostFieldType<LinksFieldShapes> = {
  serverTypes: {
    art_link: {
      toControl: ({ linkTypes }) => ({ kind: "links", types: linkTypes }),
      readValue: ({ links, reverse_links }) => ({
        kind: "links",
        forward: readStrictList(links, readLink),
        reverse: readStrictList(reverse_links, readLink),
      }),
      conditionType: "artifact",
    },
  },
  toInput: ({ forward }) => ({ kind: "links", forward }),
  getCardinality: () => "many",
  merge(base, mine, theirs) {
    const forward = mergeLists(linkKey, base?.forward ?? [], mine.forward, theirs.forward);
    const input = { kind: "links", forward } as const;
    return base === undefined ? { kind: "conflict", both: input } : { kind: "merged", input };
  },
  toEdit: ({ forward }) => ({ kind: "links", links: forward }),
  editRules: {
    kinds: ["links", "allLinks", "parent"],
    toWire(edit) {
      switch (edit.kind) {
        case "links":
          return { links: edit.links.map(({ artifactId, type }) => ({ id: artifactId, type })) };
        case "allLinks":
          return {
            all_links: [
              ...toDirectedLinks(edit.forward, "forward"),
              ...toDirectedLinks(edit.reverse, "reverse"),
            ],
          };
        case "parent":
          return { parent: { id: edit.artifactId } };
      }
    },
    isStored({ forward, reverse }, edit) {
      switch (edit.kind) {
        case "links":
          return areSameLinks(forward, edit.links);
        case "allLinks":
          return areSameLinks(forward, edit.forward) && areSameLinks(reverse, edit.reverse);
        case "parent":
          return reverse.some(({ artifactId }) => artifactId === edit.artifactId);
      }
    },
  },
  describeInput: ({ types }) => ({ takes: "artifact numbers", linkTypes: types.map(({ name }) => name) }),
  toAssistantValue({ forward, reverse }, context) {
    const all = forward.length + reverse.length;
    return {
      forward: toLinksJson(forward, context),
      reverse: toLinksJson(reverse, context),
      ...(all > context.maxLinked && { all }),
    };
  },
  // Reverse links aren't part of the text, but are described.
  isBlank: ({ forward, reverse }) => forward.length + reverse.length === 0,
  getLinkedIds: ({ forward, reverse }) => [...forward, ...reverse].map(({ artifactId }) => artifactId),
  applyAssistantEdit: (edit, control, base) =>
    base === undefined ? { code: "notEditable", field: edit.field } : applyLinkEdit(edit, control, base),
  toConfirmationText: ({ forward }) =>
    forward
      .map(({ artifactId, type }) => (type === "" ? `#${artifactId}` : `#${artifactId} (${type})`))
      .join(", "),
};
