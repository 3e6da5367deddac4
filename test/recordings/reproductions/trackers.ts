import { createGetReproduction, xmlHeaders } from "../reproduction.ts";
import type { Reproduction } from "../reproduction.ts";

export const trackerRows: readonly Reproduction[] = [
  createGetReproduction("033-tracker-get", "admin", "/trackers/22"),
  createGetReproduction("034-tracker-get-xml", "admin", "/trackers/22", { headers: xmlHeaders }),
  createGetReproduction("035-tracker-get-all-fields", "admin", "/trackers/13"),
  createGetReproduction("036-tracker-get-workflow", "admin", "/trackers/12"),
  createGetReproduction("037-tracker-get-workflow-advanced", "admin", "/trackers/12"),
  createGetReproduction("038-tracker-get-workflow-simple", "admin", "/trackers/12"),
  createGetReproduction("039-tracker-get-404", "admin", "/trackers/99999"),
  createGetReproduction("040-tracker-get-deleted", "admin", "/trackers/14"),
  createGetReproduction("041-tracker-get-as-rest-read-only-admin", "admin", "/trackers/22"),
  createGetReproduction("042-tracker-get-private-not-member", "member", "/trackers/31"),
  createGetReproduction("043-tracker-get-suspended-project", "admin", "/trackers/41"),
  createGetReproduction("246-anon-mode-tracker-public", "anonymous", "/trackers/11", {
    options: { anonymous: "allowed" },
  }),
  createGetReproduction("374-tracker-get-as-member", "member", "/trackers/22"),
  createGetReproduction("375-tracker-get-as-restricted", "member", "/trackers/22"),
];
