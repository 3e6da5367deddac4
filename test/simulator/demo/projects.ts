import type { Project } from "../state/project.ts";
import { asha, chloe, dana, ids, ines, lars, mara, piotr, tom, wei, yusuf } from "./people.ts";

/** Has an icon, and is the private one that the member works in. */
export const lighthouse: Project = {
  id: 101,
  shortname: "lighthouse",
  name: "Lighthouse Console",
  icon: "🌊",
  access: "private",
  status: "active",
  description: "The control room application for harbour operators: charts, alarms, shift handover.",
  members: ids(mara, tom, ines, yusuf, chloe, wei, dana),
  administrators: ids(mara, chloe),
  // The last one is of no known kind: what a plugin nobody heard of would announce.
  extraResources: ["svn", "git", "backlog", "milestones", "plannings", "tide_tables"],
  planning: { milestones: { id: 21, label: "Epics", color: "plum-crazy" }, backlog: [22] },
};

export const openTides: Project = {
  id: 102,
  shortname: "open-tides",
  name: "Open Tides",
  icon: "",
  access: "public",
  status: "active",
  description: "Tide prediction library and public web service. Anyone may read along.",
  members: ids(mara, tom, ines, piotr, asha, lars),
  administrators: ids(mara, piotr),
  extraResources: ["git", "docman_service"],
};

/** Private, and closed to the member. */
export const qualityOffice: Project = {
  id: 103,
  shortname: "quality-office",
  name: "Quality Office",
  icon: "",
  access: "private",
  status: "active",
  description: "Test campaigns and release sign-off.",
  members: ids(mara, dana, lars, asha),
  administrators: ids(mara, dana),
  extraResources: ["testmanagement_campaigns", "testmanagement_definitions", "frs_packages"],
};

export const foghorn: Project = {
  id: 104,
  shortname: "foghorn",
  name: "Foghorn",
  icon: "",
  access: "public",
  status: "suspended",
  description: "The console before Lighthouse. Kept for its history.",
  members: ids(mara, tom),
  administrators: ids(mara),
  extraResources: [],
};

export const projects: readonly Project[] = [lighthouse, openTides, qualityOffice, foghorn];
