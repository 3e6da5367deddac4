import type { Fault } from "../../simulator/faults.ts";
import { createGetReproduction, createReproduction } from "../reproduction.ts";
import type { Reproduction, ReproductionContext } from "../reproduction.ts";

const databaseDown: Fault = {
  kind: "status",
  status: 500,
  body: "",
  contentType: "text/html; charset=UTF-8",
};

function createFaultSetup(fault: Fault) {
  return ({ simulator }: ReproductionContext): Promise<void> => {
    simulator.faults.add({ path: /./, fault });
    return Promise.resolve();
  };
}

export const routingRows: readonly Reproduction[] = [
  createGetReproduction("258-unknown-route", "admin", "/nope"),
  createGetReproduction("259-unknown-route-anon", "anonymous", "/nope"),
  createReproduction("260-method-not-allowed", "admin", "DELETE", "/projects/101"),
  createReproduction("261-method-patch-project", "admin", "PATCH", "/artifacts", { body: {} }),
  createGetReproduction("262-api-root", "admin", "/"),
  createGetReproduction("263-api-no-slash", "admin", "//api"),
  createGetReproduction("265-double-slash", "admin", "//api//projects?limit=1"),
  createGetReproduction("267-not-api", "admin", "//some/page"),
  createGetReproduction("548-crosstracker-reports-gone", "admin", "/cross_tracker_reports/1", {
    hasSameBody: true,
  }),
  createGetReproduction("608-artifact-watch-no-route", "admin", "/artifacts/1/notifications", {
    hasSameBody: true,
  }),
  createReproduction("609-search-post-absent", "admin", "POST", "/search?limit=10", {
    body: { search_query: { keywords: "theme" } },
    hasSameBody: true,
  }),
  createGetReproduction("419-php-down", "admin", "/projects?limit=1", {
    before: createFaultSetup({ kind: "badGateway" }),
  }),
  createGetReproduction("420-php-down-xml", "admin", "/projects?limit=1", {
    headers: { Accept: "application/xml" },
    before: createFaultSetup({ kind: "badGateway" }),
  }),
  createGetReproduction("421-database-down", "admin", "/projects?limit=1", {
    before: createFaultSetup(databaseDown),
  }),
];
