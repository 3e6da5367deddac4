export const scenarioNames = [
  "browse",
  "open",
  "save",
  "create",
  "delete",
  "bulk",
  "download",
  "upload",
  "link",
  "svn",
  "svnNew",
] as const;

export type ScenarioName = (typeof scenarioNames)[number];
