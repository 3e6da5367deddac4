import type { Project } from "../state/project.ts";
import { asha, chloe, dana, toUserIds, ines, lars, mara, piotr, tom, wei, yusuf } from "./users.ts";

/** A private project with an icon; the member works in it. */
export const lighthouse: Project = {
  id: 101,
  shortname: "lighthouse",
  name: "Lighthouse Console",
  icon: "🌊",
  access: "private",
  status: "active",
  description: "The control room application for harbour operators: charts, alarms, shift handover.",
  members: toUserIds(mara, tom, ines, yusuf, chloe, wei, dana),
  administrators: toUserIds(mara, chloe),
  // The last resource belongs to an unknown plugin.
  extraResources: ["svn", "git", "tide_tables"],
};

export const openTides: Project = {
  id: 102,
  shortname: "open-tides",
  name: "Open Tides",
  icon: "",
  access: "public",
  status: "active",
  description: "Tide prediction library and public web service. Anyone may read along.",
  members: toUserIds(mara, tom, ines, piotr, asha, lars),
  administrators: toUserIds(mara, piotr),
  extraResources: ["git", "docman_service"],
};

/** A private project that the member can't access. */
export const qualityOffice: Project = {
  id: 103,
  shortname: "quality-office",
  name: "Quality Office",
  icon: "",
  access: "private",
  status: "active",
  description: "Test campaigns and release sign-off.",
  members: toUserIds(mara, dana, lars, asha),
  administrators: toUserIds(mara, dana),
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
  members: toUserIds(mara, tom),
  administrators: toUserIds(mara),
  extraResources: [],
};

export const projects: readonly Project[] = [lighthouse, openTides, qualityOffice, foghorn];
