import { get, queried, row, xml } from "../row.ts";
import type { Row } from "../row.ts";

const settings = {
  commit_rules: { is_reference_mandatory: true, is_commit_message_change_allowed: false },
  access_file: "[/]\n* = rw",
  immutable_tags: { paths: [], whitelist: [] },
  email_notifications: [],
};

export const svnRows: readonly Row[] = [
  get("283-project-svn", "admin", "/projects/101/svn"),
  get("284-project-svn-limit", "admin", "/projects/101/svn?limit=1&offset=1"),
  get("285-project-svn-limit-over", "admin", "/projects/101/svn?limit=51"),
  get("286-project-svn-query", "admin", queried("/projects/101/svn", { name: "console" })),
  get("287-project-svn-not-used", "admin", "/projects/102/svn"),
  get("288-project-svn-forbidden", "outsider", "/projects/101/svn"),
  get("289-svn-get", "admin", "/svn/1"),
  get("290-svn-get-non-admin", "member", "/svn/1"),
  get("291-svn-get-forbidden", "outsider", "/svn/1"),
  get("292-svn-get-404", "admin", "/svn/9999"),
  get("293-svn-get-xml", "admin", "/svn/1", { headers: xml }),
  row("294-svn-options", "admin", "OPTIONS", "/svn/1"),
  row("295-svn-post", "admin", "POST", "/svn", { body: { project_id: 101, name: "soundings" } }),
  row("296-svn-post-dup", "admin", "POST", "/svn", { body: { project_id: 101, name: "console" } }),
  row("297-svn-post-bad-name", "admin", "POST", "/svn", { body: { project_id: 101, name: "bad name!" } }),
  row("298-svn-post-non-admin", "member", "POST", "/svn", { body: { project_id: 101, name: "xx01" } }),
  row("299-svn-put", "admin", "PUT", "/svn/1", { body: { settings } }),
];
