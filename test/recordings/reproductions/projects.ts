import { createGetReproduction, addQuery, createReproduction, xmlHeaders } from "../reproduction.ts";
import type { Reproduction } from "../reproduction.ts";

const anonymousAllowed = { anonymous: "allowed" } as const;

export const projectRows: readonly Reproduction[] = [
  createGetReproduction("001-projects", "admin", "/projects"),
  createGetReproduction("002-projects-limit-offset", "admin", "/projects?limit=1&offset=1"),
  createGetReproduction("003-projects-limit-max", "admin", "/projects?limit=50"),
  createGetReproduction("004-projects-limit-over-max", "admin", "/projects?limit=51"),
  createGetReproduction("005-projects-offset-past-end", "admin", "/projects?limit=10&offset=5000"),
  createGetReproduction(
    "006-projects-query-shortname",
    "admin",
    addQuery("/projects", { shortname: "lighthouse" }),
  ),
  createGetReproduction(
    "007-projects-query-member-of",
    "member",
    addQuery("/projects?limit=50", { is_member_of: true }),
  ),
  createGetReproduction("008-projects-query-invalid-json", "admin", addQuery("/projects", "nope")),
  createGetReproduction("009-projects-xml", "admin", "/projects?limit=1", { headers: xmlHeaders }),
  createGetReproduction("010-projects-accept-star", "admin", "/projects?limit=1", {
    headers: { Accept: "*/*" },
  }),
  createGetReproduction("011-projects-accept-html", "admin", "/projects?limit=1", {
    headers: { Accept: "text/html" },
  }),
  createGetReproduction("012-projects-explicit-v1", "admin", "/v1/projects?limit=1"),
  createGetReproduction("013-projects-v2", "admin", "/v2/projects?limit=1"),
  createGetReproduction("014-projects-v3", "admin", "/v3/projects?limit=1"),
  createReproduction("015-projects-options", "admin", "OPTIONS", "/projects"),
  createGetReproduction("016-project-get", "admin", "/projects/101"),
  createGetReproduction("017-project-get-xml", "admin", "/projects/101", { headers: xmlHeaders }),
  createGetReproduction("018-project-get-not-member-private", "member", "/projects/103"),
  // No simulator account is denied access to a public project; a private one responds with the same message.
  createGetReproduction("019-project-get-not-member-private-restricted-user", "outsider", "/projects/101"),
  createGetReproduction("020-project-get-suspended", "admin", "/projects/104"),
  // A deleted project is denied like a suspended one.
  createGetReproduction("021-project-get-deleted", "admin", "/projects/104"),
  createGetReproduction("022-project-get-404", "admin", "/projects/99999"),
  createGetReproduction("023-project-get-bad-id", "admin", "/projects/abc"),
  createGetReproduction("024-project-trackers", "admin", "/projects/101/trackers"),
  createGetReproduction(
    "025-project-trackers-minimal",
    "admin",
    "/projects/101/trackers?representation=minimal&limit=50",
  ),
  createGetReproduction("026-project-trackers-limit-over-max", "admin", "/projects/101/trackers?limit=51"),
  createGetReproduction(
    "027-project-trackers-page2",
    "admin",
    "/projects/101/trackers?representation=minimal&limit=2&offset=2",
  ),
  createGetReproduction(
    "028-project-trackers-offset-past-end",
    "admin",
    "/projects/101/trackers?representation=minimal&limit=2&offset=200",
  ),
  createGetReproduction(
    "029-project-trackers-bad-representation",
    "admin",
    "/projects/101/trackers?representation=foo",
  ),
  createGetReproduction(
    "030-project-trackers-query-admin",
    "member",
    addQuery("/projects/101/trackers?representation=minimal", { is_tracker_admin: true }),
  ),
  // Every project has trackers; a page after the last one is empty, too.
  createGetReproduction(
    "031-project-trackers-no-tracker-service",
    "admin",
    "/projects/101/trackers?offset=200",
  ),
  createGetReproduction("032-project-trackers-private-not-member", "member", "/projects/103/trackers"),
  createGetReproduction("245-anon-mode-projects", "anonymous", "/projects?limit=1", {
    options: anonymousAllowed,
  }),
  createGetReproduction("264-trailing-slash", "admin", "/projects/?limit=1"),
  createGetReproduction("266-unknown-query-param", "admin", "/projects?limit=1&foo=bar"),
  createGetReproduction("326-accept-axios", "admin", "/projects?limit=1", {
    headers: { Accept: "application/json, text/plain, */*" },
  }),
  createGetReproduction("327-accept-json-q", "admin", "/projects?limit=1", {
    headers: { Accept: "application/xml;q=0.5, application/json" },
  }),
  createGetReproduction("328-accept-text-xml", "admin", "/projects?limit=1", {
    headers: { Accept: "text/xml" },
  }),
  createGetReproduction("335-ext-json", "admin", "/projects/101.json"),
  createGetReproduction("336-ext-xml", "admin", "/projects/101.xml"),
  createGetReproduction("391-projects-limit-0", "admin", "/projects?limit=0"),
  createGetReproduction("392-projects-negative-offset", "admin", "/projects?offset=-1"),
  createGetReproduction("397-long-header", "admin", "/projects?limit=1", {
    headers: { "X-Pad": "y".repeat(40_000) },
    knownDifference: "Node rejects a header of this size before the simulator receives it",
  }),
  createGetReproduction("417-reactivated-user-key", "member", "/projects?limit=1"),
  createGetReproduction("423-back-up", "admin", "/projects?limit=1"),
  createGetReproduction("475-project-agile-resources", "admin", "/projects/101"),
  createGetReproduction("607-project-heartbeats", "admin", "/projects/101/heartbeats"),
];
