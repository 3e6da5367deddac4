import type { ArtifactSeed } from "../state/artifactSeed.ts";
import type { FieldValue, Link } from "../state/value.ts";
import { childLink } from "./valueGenerators.ts";

/**
 * Child k belongs to parent k modulo the number of parents, so both ends of a link can be computed from an index alone.
 */
function getChildLinks(
  { index, getTrackerSize, getArtifactId }: ArtifactSeed,
  ownName: string,
  child: string,
): readonly Link[] {
  const parents = Math.max(1, getTrackerSize(ownName));
  const links: Link[] = [];
  for (let childIndex = index; childIndex < getTrackerSize(child); childIndex += parents) {
    const artifactId = getArtifactId(child, childIndex);
    if (artifactId !== undefined) links.push({ artifactId, type: childLink.shortname });
  }
  return links;
}

function getParentLinks(
  { index, getTrackerSize, getArtifactId }: ArtifactSeed,
  parent: string,
): readonly Link[] {
  const artifactId = getArtifactId(parent, index % Math.max(1, getTrackerSize(parent)));
  return artifactId === undefined ? [] : [{ artifactId, type: childLink.shortname }];
}

export function generateChildLinks(ownName: string, child: string) {
  return (artifactSeed: ArtifactSeed): FieldValue => ({
    kind: "links",
    forward: getChildLinks(artifactSeed, ownName, child),
    reverse: [],
  });
}

export function generateParentAndChildLinks(parent: string, ownName: string, child: string) {
  return (artifactSeed: ArtifactSeed): FieldValue => ({
    kind: "links",
    forward: getChildLinks(artifactSeed, ownName, child),
    reverse: getParentLinks(artifactSeed, parent),
  });
}

export function generateParentLink(name: string) {
  return (artifactSeed: ArtifactSeed): FieldValue => ({
    kind: "links",
    forward: [],
    reverse: getParentLinks(artifactSeed, name),
  });
}
