import type { SimulatorData } from "../simulatorData.ts";
import { createGetReproduction } from "../reproduction.ts";
import type { Reproduction, ReproductionContext } from "../reproduction.ts";
import { createStoryBody } from "./bodies.ts";

function getStoryPath({ stories: { getArtifactId } }: SimulatorData): string {
  return `/artifacts/${getArtifactId(0)}`;
}

/** Links a story to a new one without a type, and to a parent. */
async function addLinks({ sendFirst, data }: ReproductionContext): Promise<void> {
  const { stories } = data;
  const field_id = stories.getFieldId("tasks");
  const body = createStoryBody(data, "Find the other end");
  const { id } = (await sendFirst({ method: "POST", path: "/artifacts", body })) as { readonly id: number };
  const all_links = [
    { id, direction: "forward", type: "" },
    { id: stories.getArtifactId(2), direction: "reverse", type: "_is_child" },
  ];
  await sendFirst({ method: "PUT", path: getStoryPath(data), body: { values: [{ field_id, all_links }] } });
}

function createLinkRead(recording: string, path: string): Reproduction {
  return createGetReproduction(recording, "admin", (data) => `${getStoryPath(data)}/${path}`, {
    before: addLinks,
  });
}

export const linkRows: readonly Reproduction[] = [
  createLinkRead("093-artifact-links", "links"),
  createLinkRead("094-artifact-linked-forward", "linked_artifacts?direction=forward&nature="),
  createLinkRead("095-artifact-linked-child", "linked_artifacts?direction=forward&nature=_is_child"),
  createLinkRead("096-artifact-linked-missing-direction", "linked_artifacts"),
];
