import type { Known } from "../known.ts";
import { get } from "../row.ts";
import type { Row, Stage } from "../row.ts";
import { newStory } from "./bodies.ts";

function story({ stories: { artifact } }: Known): string {
  return `/artifacts/${artifact(0)}`;
}

/** One link without a type leads to a new story, and one comes from a parent. */
async function linked({ first, known }: Stage): Promise<void> {
  const { stories } = known;
  const field_id = stories.field("tasks");
  const body = newStory(known, "Find the other end");
  const { id } = (await first({ method: "POST", path: "/artifacts", body })) as { readonly id: number };
  const all_links = [
    { id, direction: "forward", type: "" },
    { id: stories.artifact(2), direction: "reverse", type: "_is_child" },
  ];
  await first({ method: "PUT", path: story(known), body: { values: [{ field_id, all_links }] } });
}

function related(recording: string, below: string): Row {
  return get(recording, "admin", (known) => `${story(known)}/${below}`, { before: linked });
}

export const linkRows: readonly Row[] = [
  related("093-artifact-links", "links"),
  related("094-artifact-linked-forward", "linked_artifacts?direction=forward&nature="),
  related("095-artifact-linked-child", "linked_artifacts?direction=forward&nature=_is_child"),
  related("096-artifact-linked-missing-direction", "linked_artifacts"),
];
