import { get, xml } from "../row.ts";
import type { Row } from "../row.ts";

export const trackerRows: readonly Row[] = [
  get("033-tracker-get", "admin", "/trackers/22"),
  get("034-tracker-get-xml", "admin", "/trackers/22", { headers: xml }),
  get("035-tracker-get-all-fields", "admin", "/trackers/13"),
  get("036-tracker-get-workflow", "admin", "/trackers/12"),
  get("037-tracker-get-workflow-advanced", "admin", "/trackers/12"),
  get("038-tracker-get-workflow-simple", "admin", "/trackers/12"),
  get("039-tracker-get-404", "admin", "/trackers/99999"),
  get("040-tracker-get-deleted", "admin", "/trackers/14"),
  get("041-tracker-get-as-rest-read-only-admin", "admin", "/trackers/22"),
  get("042-tracker-get-private-not-member", "member", "/trackers/31"),
  get("043-tracker-get-suspended-project", "admin", "/trackers/41"),
  get("246-anon-mode-tracker-public", "nobody", "/trackers/11", { options: { anonymous: "allowed" } }),
  get("374-tracker-get-as-member", "member", "/trackers/22"),
  get("375-tracker-get-as-restricted", "member", "/trackers/22"),
];
