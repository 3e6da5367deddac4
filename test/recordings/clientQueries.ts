// The client's routes for reports, repositories and the current user's artifacts.
import assert from "node:assert/strict";
import { assertRowMatches } from "./assertArtifact.ts";
import {
  checkPage,
  getId,
  requirePage,
  getOffset,
  getPage,
  createProject,
  createRoute,
} from "./clientRoutes.ts";
import type { ClientRoute } from "./clientRoutes.ts";
import { toObject } from "./rawJson.ts";

export const queryRoutes: readonly ClientRoute[] = [
  createRoute(
    "GET",
    "/projects/{id}/svn",
    (call) => requirePage(call.client.svnRepositories(createProject(getId(call)), getOffset(call))),
    (page, raw, recording) =>
      checkPage(page, toObject(raw)["repositories"], recording, (element, repository) => {
        const { id, name, svn_url: address } = toObject(element);
        assert.deepEqual(repository, { kind: "svnRepository", id, name, address });
      }),
  ),
  createRoute(
    "GET",
    "/trackers/{id}/tracker_reports",
    (call) => requirePage(call.client.reports(getId(call), getOffset(call))),
    (page, raw, recording) =>
      checkPage(page, raw, recording, (element, report) => {
        const { id, label, is_public: isPublic, is_default: isDefault } = toObject(element);
        assert.deepEqual(report, { kind: "report", id, label, isPublic, isDefault });
      }),
  ),
  createRoute(
    "GET",
    "/tracker_reports/{id}/artifacts",
    (call) => requirePage(call.client.reportArtifacts(getId(call), getPage(call))),
    (page, raw, recording) => checkPage(page, raw, recording, assertRowMatches),
  ),
  createRoute(
    "GET",
    "/users/self/artifacts",
    (call) => requirePage(call.client.myArtifacts("submitted", getPage(call))),
    (page, raw, recording) =>
      checkPage(page, raw, recording, (element, row) => {
        if (row.kind === "unreadable") assert.fail(`A row could not be read: ${row.position}`);
        const { id, title, html_url: url, tracker } = toObject(element);
        const { id: trackerId, label, color_name: color } = toObject(tracker);
        assert.deepEqual(
          [row.id, row.title, row.page, row.isOpen, row.tracker],
          [id, title, url, true, { id: trackerId, label, color }],
        );
      }),
  ),
];
