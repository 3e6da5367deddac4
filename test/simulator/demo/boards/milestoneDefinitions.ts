import type { MilestoneDefinition } from "./addMilestones.ts";

/** Releases with sprints; the clock starts on the eighth day of the current sprint. */
export const releaseDefinitions: readonly MilestoneDefinition[] = [
  {
    name: "Autumn 2025",
    status: "Done",
    days: [-154, -70],
    capacity: 120,
    remaining: 0,
    items: { Done: 2 },
    children: [
      {
        name: "Sprint 9",
        status: "Done",
        days: [-154, -140],
        capacity: 40,
        remaining: 0,
        items: { Done: 6 },
      },
      {
        name: "Sprint 10",
        status: "Done",
        days: [-140, -126],
        capacity: 42,
        remaining: 0,
        items: { Done: 7 },
      },
    ],
  },
  {
    name: "Spring 2026",
    status: "Current",
    days: [-35, 28],
    capacity: 150,
    remaining: 96,
    items: { "To do": 6, "On going": 1 },
    children: [
      {
        name: "Sprint 11",
        status: "Done",
        days: [-35, -21],
        capacity: 40,
        remaining: 0,
        items: { Done: 7, "To do": 1 },
      },
      { name: "Sprint 12", status: "Done", days: [-21, -7], capacity: 38, remaining: 0, items: { Done: 5 } },
      {
        name: "Sprint 13",
        status: "Current",
        days: [-7, 7],
        capacity: 42,
        remaining: 31,
        items: { "To do": 3, "On going": 3, Review: 2, Done: 2 },
      },
      { name: "Sprint 14", status: "Planned", days: [7, 21], capacity: 36, items: { "To do": 4 } },
    ],
  },
  { name: "Summer 2026", status: "Planned", days: [28, 112], capacity: 160, items: { "To do": 5 } },
  { name: "Someday" },
];

/** Versions with iterations, in the project with the explicit backlog. */
export const versionDefinitions: readonly MilestoneDefinition[] = [
  {
    name: "2.3",
    status: "Done",
    days: [-120, -30],
    items: { Fixed: 8 },
    children: [{ name: "Iteration 7", status: "Done", days: [-60, -30], items: { Fixed: 4 } }],
  },
  {
    name: "2.4",
    status: "Current",
    days: [-30, 45],
    capacity: 60,
    remaining: 22,
    items: { Confirmed: 4 },
    children: [
      {
        name: "Iteration 8",
        status: "Current",
        days: [-14, 14],
        capacity: 20,
        remaining: 12,
        items: { New: 2, "In progress": 3, Fixed: 2, "Won't fix": 1 },
      },
      { name: "Iteration 9", status: "Planned", days: [14, 45], items: { Confirmed: 3 } },
    ],
  },
  { name: "3.0", status: "Planned", items: { New: 2 } },
];
