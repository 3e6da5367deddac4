import { file, links, list, string, text } from "../simulator/demo/draftField.ts";
import type { TrackerHandle } from "../simulator/remodel.ts";
import type { Simulator } from "../simulator/simulator.ts";

export const openTides = 102;

const blocks = { shortname: "blocks", forwardLabel: "Blocks", reverseLabel: "Blocked by" };

/** A tracker with all that the journeys are about. */
export function addBuoys(server: Simulator, artifacts: number): TrackerHandle {
  const filled = (content: string) => () => ({ kind: "string", text: content }) as const;
  return server.addTracker({
    projectId: openTides,
    label: "Buoys",
    fields: [
      string("title", "Title", { fill: filled("Red buoy"), required: true }),
      string("place", "Place", { fill: filled("Bay") }),
      text("notes", "Notes", {}),
      list("sb", "status", "Status", [{ label: "Afloat" }, { label: "Adrift", weight: 0 }], {}),
      links("links", "Links", { types: [blocks] }),
      file("files", "Files", {}),
    ],
    semantics: { title: "title", status: { field: "status", open: ["Afloat", "Adrift"] } },
    artifacts,
  });
}
