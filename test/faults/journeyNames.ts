export const journeyNames = [
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

export type JourneyName = (typeof journeyNames)[number];
