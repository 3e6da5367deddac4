import type { Json, JsonObject } from "../../http/json.ts";
import { canReadArtifact } from "../../state/access.ts";
import type { Artifact } from "../../state/artifact.ts";
import type { Viewer } from "../../state/user.ts";
import type { FieldValue, Link } from "../../state/value.ts";
import type { ServerState } from "../../state/serverState.ts";
import { representTrackerReference } from "./tracker.ts";
import { configuredHost } from "./user.ts";

type LinksValue = Extract<FieldValue, { kind: "links" }>;

/** Links in both directions, without those to artifacts that the viewer can't read. */
export function representLinks(
  { forward, reverse }: LinksValue,
  viewer: Viewer,
  server: ServerState,
): JsonObject {
  return {
    links: representLinkList(forward, viewer, server),
    reverse_links: representLinkList(reverse, viewer, server),
  };
}

function representLinkList(links: readonly Link[], viewer: Viewer, server: ServerState): Json {
  return getReadableLinks(links, viewer, server).map(({ artifact, type }) => ({
    id: artifact.id,
    uri: `artifacts/${artifact.id}`,
    tracker: representTrackerReference(artifact.tracker),
    type: type === "" ? null : type,
  }));
}

/** Cross references: every link creates one at both ends. */
export function representCrossReferences(artifact: Artifact, viewer: Viewer, server: ServerState): Json {
  return artifact.tracker.fields.flatMap((field) => {
    const value = field.kind === "links" ? artifact.getValue(field) : undefined;
    if (value?.kind !== "links") return [];
    return [
      ...getReadableLinks(value.forward, viewer, server).map((link) =>
        representCrossReference(link.artifact, "out"),
      ),
      ...getReadableLinks(value.reverse, viewer, server).map((link) =>
        representCrossReference(link.artifact, "in"),
      ),
    ];
  });
}

function representCrossReference({ id, tracker }: Artifact, direction: "in" | "out"): JsonObject {
  const { itemName, project } = tracker;
  return {
    ref: `${itemName} #${id}`,
    url: `${configuredHost}/goto?key=${itemName}&val=${id}&group_id=${project.id}`,
    direction,
  };
}

function getReadableLinks(links: readonly Link[], viewer: Viewer, server: ServerState) {
  return links.flatMap(({ artifactId, type }) => {
    const artifact = server.artifacts.find(artifactId);
    return artifact !== undefined && canReadArtifact(viewer, artifact) ? [{ artifact, type }] : [];
  });
}
