import type { Row } from "../state/row.ts";
import type { FieldValue, Link } from "../state/value.ts";
import { childLink } from "./fills.ts";

/**
 * Parents and children without a register: child k belongs to parent k modulo the number of parents, so either end of a link can
 * be computed from its own index.
 */
function childrenOf({ index, sizeOf, artifactAt }: Row, own: string, child: string): readonly Link[] {
  const parents = Math.max(1, sizeOf(own));
  const found: Link[] = [];
  for (let place = index; place < sizeOf(child); place += parents) {
    const artifactId = artifactAt(child, place);
    if (artifactId !== undefined) found.push({ artifactId, type: childLink.shortname });
  }
  return found;
}

function parentOf({ index, sizeOf, artifactAt }: Row, parent: string): readonly Link[] {
  const artifactId = artifactAt(parent, index % Math.max(1, sizeOf(parent)));
  return artifactId === undefined ? [] : [{ artifactId, type: childLink.shortname }];
}

export function children(own: string, child: string) {
  return (row: Row): FieldValue => ({ kind: "links", forward: childrenOf(row, own, child), reverse: [] });
}

export function between(parent: string, own: string, child: string) {
  return (row: Row): FieldValue => ({
    kind: "links",
    forward: childrenOf(row, own, child),
    reverse: parentOf(row, parent),
  });
}

export function parent(name: string) {
  return (row: Row): FieldValue => ({ kind: "links", forward: [], reverse: parentOf(row, name) });
}
