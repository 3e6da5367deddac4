import type { Project } from "../../state/project.ts";
import {
  automaticField,
  computedField,
  dateField,
  linksField,
  listField,
  numberField,
  stringField,
  textField,
} from "../fieldDefinition.ts";
import type { TrackerDefinition } from "../trackerDefinition.ts";
import { childLink } from "../valueGenerators.ts";
import { lighthouse, openTides } from "../projects.ts";

interface MilestoneTracker {
  readonly id: number;
  readonly project: Project;
  readonly label: string;
  readonly itemName: string;
  readonly color: string;
  readonly parentId?: number;
  readonly hasBurndown: boolean;
}

/** Releases and sprints have the same fields; their artifacts are created with the plannings. */
function defineMilestoneTracker({ hasBurndown, ...tracker }: MilestoneTracker): TrackerDefinition {
  return {
    ...tracker,
    description: "",
    artifactCount: 0,
    fields: [
      stringField("name", "Name", { required: true }),
      textField("goal", "Goal", {}),
      listField("sb", "status", "Status", [
        { label: "Planned", color: "chrome-silver" },
        { label: "Current", color: "acid-green" },
        { label: "Done", color: "army-green" },
      ]),
      dateField("start_date", "Start", {}),
      dateField("end_date", "End", {}),
      numberField("float", "capacity", "Capacity", {}),
      computedField("remaining_effort", "Remaining effort", {}),
      linksField("links", "Links", { types: [childLink] }),
      ...(hasBurndown ? [automaticField("burndown", "burndown", "Burndown")] : []),
    ],
    semantics: {
      title: "name",
      description: "goal",
      status: { field: "status", open: ["Planned", "Current"] },
      timeframe: { start: "start_date", end: "end_date" },
    },
  };
}

export const releases = defineMilestoneTracker({
  id: 25,
  project: lighthouse,
  label: "Releases",
  itemName: "release",
  color: "deep-blue",
  hasBurndown: false,
});

export const sprints = defineMilestoneTracker({
  id: 26,
  project: lighthouse,
  label: "Sprints",
  itemName: "sprint",
  color: "acid-green",
  parentId: releases.id,
  hasBurndown: true,
});

export const versions = defineMilestoneTracker({
  id: 15,
  project: openTides,
  label: "Versions",
  itemName: "version",
  color: "clockwork-orange",
  hasBurndown: true,
});

export const iterations = defineMilestoneTracker({
  id: 16,
  project: openTides,
  label: "Iterations",
  itemName: "iteration",
  color: "acid-green",
  parentId: versions.id,
  hasBurndown: true,
});
