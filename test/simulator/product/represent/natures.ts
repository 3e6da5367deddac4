import type { JsonObject } from "../../http/json.ts";
import type { Artifact } from "../../state/artifact.ts";
import type { LinkType } from "../../state/field.ts";
import type { Link } from "../../state/value.ts";

type Direction = "forward" | "reverse";

const everywhere: readonly LinkType[] = [
  { shortname: "", forwardLabel: "is Linked to", reverseLabel: "is Linked from" },
  { shortname: "_is_child", forwardLabel: "Child", reverseLabel: "Parent" },
];

export function linksOf(artifact: Artifact, direction: Direction): readonly Link[] {
  return artifact.tracker.fields.flatMap((field) => {
    const value = field.kind === "links" ? artifact.valueOf(field) : undefined;
    return value?.kind === "links" ? value[direction] : [];
  });
}

/** The kinds of links that the artifact has, and the addresses of what they lead to. */
export function natures(artifact: Artifact): readonly JsonObject[] {
  const known = artifact.tracker.fields.flatMap((field) => (field.kind === "links" ? field.types : []));
  return (["forward", "reverse"] as const).flatMap((direction) => {
    const types = new Set(linksOf(artifact, direction).map(({ type }) => type));
    return [...types].map((shortname) => {
      const type = [...everywhere, ...known].find((each) => each.shortname === shortname);
      return {
        shortname,
        direction,
        label: (direction === "forward" ? type?.forwardLabel : type?.reverseLabel) ?? shortname,
        uri: `artifacts/${artifact.id}/linked_artifacts?nature=${shortname}&direction=${direction}`,
      };
    });
  });
}
