import { createGetReproduction } from "../reproduction.ts";
import type { Reproduction } from "../reproduction.ts";

const report = "/tracker_reports/221";

/** Requests of the administrator for the tracker of stories. */
export const reportRows: readonly Reproduction[] = [
  createGetReproduction("044-tracker-reports", "admin", "/trackers/22/tracker_reports"),
  createGetReproduction("300-report-get", "admin", report),
  createGetReproduction("301-report-artifacts", "admin", `${report}/artifacts?limit=2`),
  createGetReproduction("302-report-artifacts-values", "admin", `${report}/artifacts?limit=1&values=all`),
  createGetReproduction("303-report-404", "admin", "/tracker_reports/9999"),
  createGetReproduction("383-report-artifacts-50-all", "admin", `${report}/artifacts?limit=50&values=all`),
  createGetReproduction("384-report-limit-51", "admin", `${report}/artifacts?limit=51`),
];
