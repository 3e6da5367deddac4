// The routes by which the server finds things itself.
import assert from "node:assert/strict";
import { assertRowIsWhole } from "./artifactDigest.ts";
import { checkPage, idOf, listed, offsetOf, pageOf, projectNumbered, route } from "./clientRoutes.ts";
import type { ClientRoute } from "./clientRoutes.ts";
import { object } from "./raw.ts";

export const queryRoutes: readonly ClientRoute[] = [
  route(
    "GET",
    "/projects/{id}/svn",
    (asked) => listed(asked.client.svnRepositories(projectNumbered(idOf(asked)), offsetOf(asked))),
    (page, raw, recording) =>
      checkPage(page, object(raw)["repositories"], recording, (element, repository) => {
        const { id, name, svn_url: address } = object(element);
        assert.deepEqual(repository, { kind: "svnRepository", id, name, address });
      }),
  ),
  route(
    "GET",
    "/trackers/{id}/tracker_reports",
    (asked) => listed(asked.client.reports(idOf(asked), offsetOf(asked))),
    (page, raw, recording) =>
      checkPage(page, raw, recording, (element, report) => {
        const { id, label, is_public: isPublic, is_default: isDefault } = object(element);
        assert.deepEqual(report, { kind: "report", id, label, isPublic, isDefault });
      }),
  ),
  route(
    "GET",
    "/tracker_reports/{id}/artifacts",
    (asked) => listed(asked.client.reportArtifacts(idOf(asked), pageOf(asked))),
    (page, raw, recording) => checkPage(page, raw, recording, assertRowIsWhole),
  ),
  route(
    "GET",
    "/users/self/artifacts",
    (asked) => listed(asked.client.ownArtifacts("submitted", pageOf(asked))),
    (page, raw, recording) =>
      checkPage(page, raw, recording, (element, row) => {
        if (row.kind === "unreadable") assert.fail(`A row could not be read: ${row.position}`);
        const { id, title, html_url: url, tracker } = object(element);
        const { id: trackerId, label, color_name: color } = object(tracker);
        assert.deepEqual(
          [row.id, row.title, row.page, row.isOpen, row.tracker],
          [id, title, url, true, { id: trackerId, label, color }],
        );
      }),
  ),
];
