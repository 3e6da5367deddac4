import {
  fileField,
  linksField,
  listField,
  stringField,
  textField,
} from "../simulator/demo/fieldDefinition.ts";
import type { TrackerHandle } from "../simulator/trackerAdministration.ts";
import type { Simulator } from "../simulator/simulator.ts";

export const openTidesProjectId = 102;

const blocks = { shortname: "blocks", forwardLabel: "Blocks", reverseLabel: "Blocked by" };

/** Adds a tracker with the fields that the scenarios use. */
export function addFaultTracker(server: Simulator, artifacts: number): TrackerHandle {
  const generate = (content: string) => () => ({ kind: "string", text: content }) as const;
  return server.addTracker({
    projectId: openTidesProjectId,
    label: "Buoys",
    fields: [
      stringField("title", "Title", { generateValue: generate("Red buoy"), required: true }),
      stringField("place", "Place", { generateValue: generate("Bay") }),
      textField("notes", "Notes", {}),
      listField("sb", "status", "Status", [{ label: "Afloat" }, { label: "Adrift", weight: 0 }], {}),
      linksField("links", "Links", { types: [blocks] }),
      fileField("files", "Files", {}),
    ],
    semantics: { title: "title", status: { field: "status", open: ["Afloat", "Adrift"] } },
    artifacts,
  });
}
