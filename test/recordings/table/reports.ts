import { get } from "../row.ts";
import type { Row } from "../row.ts";

const report = "/tracker_reports/221";

/** Of the tracker of stories, asked by the administrator. */
export const reportRows: readonly Row[] = [
  get("044-tracker-reports", "admin", "/trackers/22/tracker_reports"),
  get("300-report-get", "admin", report),
  get("301-report-artifacts", "admin", `${report}/artifacts?limit=2`),
  get("302-report-artifacts-values", "admin", `${report}/artifacts?limit=1&values=all`),
  get("303-report-404", "admin", "/tracker_reports/9999"),
  get("383-report-artifacts-50-all", "admin", `${report}/artifacts?limit=50&values=all`),
  get("384-report-limit-51", "admin", `${report}/artifacts?limit=51`),
];
