import { createGetReproduction, addQuery, createReproduction, xmlHeaders } from "../reproduction.ts";
import type { Reproduction } from "../reproduction.ts";

const settings = {
  commit_rules: { is_reference_mandatory: true, is_commit_message_change_allowed: false },
  access_file: "[/]\n* = rw",
  immutable_tags: { paths: [], whitelist: [] },
  email_notifications: [],
};

export const svnRows: readonly Reproduction[] = [
  createGetReproduction("283-project-svn", "admin", "/projects/101/svn"),
  createGetReproduction("284-project-svn-limit", "admin", "/projects/101/svn?limit=1&offset=1"),
  createGetReproduction("285-project-svn-limit-over", "admin", "/projects/101/svn?limit=51"),
  createGetReproduction("286-project-svn-query", "admin", addQuery("/projects/101/svn", { name: "console" })),
  createGetReproduction("287-project-svn-not-used", "admin", "/projects/102/svn"),
  createGetReproduction("288-project-svn-forbidden", "outsider", "/projects/101/svn"),
  createGetReproduction("289-svn-get", "admin", "/svn/1"),
  createGetReproduction("290-svn-get-non-admin", "member", "/svn/1"),
  createGetReproduction("291-svn-get-forbidden", "outsider", "/svn/1"),
  createGetReproduction("292-svn-get-404", "admin", "/svn/9999"),
  createGetReproduction("293-svn-get-xml", "admin", "/svn/1", { headers: xmlHeaders }),
  createReproduction("294-svn-options", "admin", "OPTIONS", "/svn/1"),
  createReproduction("295-svn-post", "admin", "POST", "/svn", {
    body: { project_id: 101, name: "soundings" },
  }),
  createReproduction("296-svn-post-dup", "admin", "POST", "/svn", {
    body: { project_id: 101, name: "console" },
  }),
  createReproduction("297-svn-post-bad-name", "admin", "POST", "/svn", {
    body: { project_id: 101, name: "bad name!" },
  }),
  createReproduction("298-svn-post-non-admin", "member", "POST", "/svn", {
    body: { project_id: 101, name: "xx01" },
  }),
  createReproduction("299-svn-put", "admin", "PUT", "/svn/1", { body: { settings } }),
];
