import type { JsonObject } from "../../http/json.ts";
import type { Artifact } from "../../state/artifact.ts";
import type { LinkType } from "../../state/field.ts";
import type { Link } from "../../state/value.ts";

type Direction = "forward" | "reverse";

const builtInLinkTypes: readonly LinkType[] = [
  { shortname: "", forwardLabel: "is Linked to", reverseLabel: "is Linked from" },
  { shortname: "_is_child", forwardLabel: "Child", reverseLabel: "Parent" },
];

export function getLinks(artifact: Artifact, direction: Direction): readonly Link[] {
  return artifact.tracker.fields.flatMap((field) => {
    const value = field.kind === "links" ? artifact.getValue(field) : undefined;
    return value?.kind === "links" ? value[direction] : [];
  });
}

/** The link types of an artifact, with the URLs of the linked artifacts. */
export function representNatures(artifact: Artifact): readonly JsonObject[] {
  const linkTypes = artifact.tracker.fields.flatMap((field) => (field.kind === "links" ? field.types : []));
  return (["forward", "reverse"] as const).flatMap((direction) => {
    const types = new Set(getLinks(artifact, direction).map(({ type }) => type));
    return [...types].map((shortname) => {
      const type = [...builtInLinkTypes, ...linkTypes].find((each) => each.shortname === shortname);
      return {
        shortname,
        direction,
        label: (direction === "forward" ? type?.forwardLabel : type?.reverseLabel) ?? shortname,
        uri: `artifacts/${artifact.id}/linked_artifacts?nature=${shortname}&direction=${direction}`,
      };
    });
  });
}
