import type { Json, JsonObject } from "../../http/json.ts";
import { canReadArtifact } from "../../state/access.ts";
import type { Artifact } from "../../state/artifact.ts";
import type { Viewer } from "../../state/people.ts";
import type { FieldValue, Link } from "../../state/value.ts";
import type { World } from "../../state/world.ts";
import { trackerReference } from "./tracker.ts";
import { configuredHost } from "./user.ts";

type Links = Extract<FieldValue, { kind: "links" }>;

/** Links in both directions; those that lead to what the viewer may not read are left out. */
export function linkValue({ forward, reverse }: Links, viewer: Viewer, world: World): JsonObject {
  return { links: told(forward, viewer, world), reverse_links: told(reverse, viewer, world) };
}

function told(links: readonly Link[], viewer: Viewer, world: World): Json {
  return readable(links, viewer, world).map(({ artifact, type }) => ({
    id: artifact.id,
    uri: `artifacts/${artifact.id}`,
    tracker: trackerReference(artifact.tracker),
    type: type === "" ? null : type,
  }));
}

/** Cross references: every link leaves one at both its ends. */
export function crossReferences(artifact: Artifact, viewer: Viewer, world: World): Json {
  return artifact.tracker.fields.flatMap((field) => {
    const value = field.kind === "links" ? artifact.valueOf(field) : undefined;
    if (value?.kind !== "links") return [];
    return [
      ...readable(value.forward, viewer, world).map((link) => reference(link.artifact, "out")),
      ...readable(value.reverse, viewer, world).map((link) => reference(link.artifact, "in")),
    ];
  });
}

function reference({ id, tracker }: Artifact, direction: "in" | "out"): JsonObject {
  const { itemName, project } = tracker;
  return {
    ref: `${itemName} #${id}`,
    url: `${configuredHost}/goto?key=${itemName}&val=${id}&group_id=${project.id}`,
    direction,
  };
}

function readable(links: readonly Link[], viewer: Viewer, world: World) {
  return links.flatMap(({ artifactId, type }) => {
    const artifact = world.artifacts.byId(artifactId);
    return artifact !== undefined && canReadArtifact(viewer, artifact) ? [{ artifact, type }] : [];
  });
}
