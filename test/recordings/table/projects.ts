import { get, queried, row, xml } from "../row.ts";
import type { Row } from "../row.ts";

const open = { anonymous: "allowed" } as const;

export const projectRows: readonly Row[] = [
  get("001-projects", "admin", "/projects"),
  get("002-projects-limit-offset", "admin", "/projects?limit=1&offset=1"),
  get("003-projects-limit-max", "admin", "/projects?limit=50"),
  get("004-projects-limit-over-max", "admin", "/projects?limit=51"),
  get("005-projects-offset-past-end", "admin", "/projects?limit=10&offset=5000"),
  get("006-projects-query-shortname", "admin", queried("/projects", { shortname: "lighthouse" })),
  get("007-projects-query-member-of", "member", queried("/projects?limit=50", { is_member_of: true })),
  get("008-projects-query-invalid-json", "admin", queried("/projects", "nope")),
  get("009-projects-xml", "admin", "/projects?limit=1", { headers: xml }),
  get("010-projects-accept-star", "admin", "/projects?limit=1", { headers: { Accept: "*/*" } }),
  get("011-projects-accept-html", "admin", "/projects?limit=1", { headers: { Accept: "text/html" } }),
  get("012-projects-explicit-v1", "admin", "/v1/projects?limit=1"),
  get("013-projects-v2", "admin", "/v2/projects?limit=1"),
  get("014-projects-v3", "admin", "/v3/projects?limit=1"),
  row("015-projects-options", "admin", "OPTIONS", "/projects"),
  get("016-project-get", "admin", "/projects/101"),
  get("017-project-get-xml", "admin", "/projects/101", { headers: xml }),
  get("018-project-get-not-member-private", "member", "/projects/103"),
  // There is nobody here whom a public project turns away; a private one does it in the same words.
  get("019-project-get-not-member-private-restricted-user", "outsider", "/projects/101"),
  get("020-project-get-suspended", "admin", "/projects/104"),
  // A deleted project is refused like a suspended one.
  get("021-project-get-deleted", "admin", "/projects/104"),
  get("022-project-get-404", "admin", "/projects/99999"),
  get("023-project-get-bad-id", "admin", "/projects/abc"),
  get("024-project-trackers", "admin", "/projects/101/trackers"),
  get("025-project-trackers-minimal", "admin", "/projects/101/trackers?representation=minimal&limit=50"),
  get("026-project-trackers-limit-over-max", "admin", "/projects/101/trackers?limit=51"),
  get(
    "027-project-trackers-page2",
    "admin",
    "/projects/101/trackers?representation=minimal&limit=2&offset=2",
  ),
  get(
    "028-project-trackers-offset-past-end",
    "admin",
    "/projects/101/trackers?representation=minimal&limit=2&offset=200",
  ),
  get("029-project-trackers-bad-representation", "admin", "/projects/101/trackers?representation=foo"),
  get(
    "030-project-trackers-query-admin",
    "member",
    queried("/projects/101/trackers?representation=minimal", { is_tracker_admin: true }),
  ),
  // Every project here has trackers; a page behind them is as empty.
  get("031-project-trackers-no-tracker-service", "admin", "/projects/101/trackers?offset=200"),
  get("032-project-trackers-private-not-member", "member", "/projects/103/trackers"),
  get("245-anon-mode-projects", "nobody", "/projects?limit=1", { options: open }),
  get("264-trailing-slash", "admin", "/projects/?limit=1"),
  get("266-unknown-query-param", "admin", "/projects?limit=1&foo=bar"),
  get("326-accept-axios", "admin", "/projects?limit=1", {
    headers: { Accept: "application/json, text/plain, */*" },
  }),
  get("327-accept-json-q", "admin", "/projects?limit=1", {
    headers: { Accept: "application/xml;q=0.5, application/json" },
  }),
  get("328-accept-text-xml", "admin", "/projects?limit=1", { headers: { Accept: "text/xml" } }),
  get("335-ext-json", "admin", "/projects/101.json"),
  get("336-ext-xml", "admin", "/projects/101.xml"),
  get("391-projects-limit-0", "admin", "/projects?limit=0"),
  get("392-projects-negative-offset", "admin", "/projects?offset=-1"),
  get("397-long-header", "admin", "/projects?limit=1", {
    headers: { "X-Pad": "y".repeat(40_000) },
    differs: "Node refuses so large a header itself, before the simulator sees it",
  }),
  get("417-reactivated-user-key", "member", "/projects?limit=1"),
  get("423-back-up", "admin", "/projects?limit=1"),
];
