// The client's routes: how each is requested, and how its result is checked.
import assert from "node:assert/strict";
import type { Client } from "../../src/api/client.ts";
import type { Failure } from "../../src/model/failure.ts";
import type { Changeset } from "../../src/model/history.ts";
import type { CollectionPage } from "../../src/model/collectionPage.ts";
import type { Project } from "../../src/model/project.ts";
import type { Tracker, TrackerSummary } from "../../src/model/tracker.ts";
import type { ResourceAddress } from "./resourceAddress.ts";
import { assertArtifactMatches, assertRowMatches, assertValuesMatch } from "./assertArtifact.ts";
import { parseRecordedCriteria } from "./recordedCriteria.ts";
import { toList, toObject, toOptional } from "./rawJson.ts";
import { getHeader } from "./recording.ts";
import type { Recording } from "./recording.ts";
import type { OtherResponse } from "./replayServer.ts";
import { assertTrackerMatches } from "./assertTracker.ts";

export interface RecordedCall {
  readonly client: Client;
  readonly recording: Recording;
  readonly address: ResourceAddress;
  /** The value of the route's parameter in the path. */
  readonly pathParameter: string;
  /** A tracker that was also recorded. */
  readonly findTracker: (id: number) => Tracker | undefined;
}

interface ClientResult {
  readonly model: unknown;
  /** Compares the model with a JSON body. */
  readonly check: (raw: unknown) => void;
}

export interface ClientRoute {
  readonly method: string;
  readonly path: string;
  readonly read: (call: RecordedCall) => Promise<ClientResult>;
  /** Results of failures that the client handles, such as a wrong password. */
  readonly expectedFailures: FailureResults;
  /** Responses to requests that precede the recorded one. */
  readonly createOtherResponses?: (recording: Recording) => readonly OtherResponse[];
}

type FailureResults = Readonly<Partial<Record<Failure["kind"], unknown>>>;

export function createRoute<T>(
  method: string,
  path: string,
  send: (call: RecordedCall) => Promise<T>,
  check: (model: T, raw: unknown, recording: Recording) => void,
  expectedFailures: FailureResults = {},
): ClientRoute {
  const read = async (call: RecordedCall): Promise<ClientResult> => {
    const model = await send(call);
    return { model, check: (raw) => check(model, raw, call.recording) };
  };
  return { method, path, read, expectedFailures };
}

/** The client's types allow only numbers; for an invalid recorded ID any number does. */
export function getId({ pathParameter }: RecordedCall): number {
  const id = Number(pathParameter);
  return Number.isSafeInteger(id) ? id : 1;
}

export function getOffset({ address }: RecordedCall): number {
  return Math.max(0, Number(address.parameters.get("offset") ?? 0));
}

export function getPage(call: RecordedCall): { readonly offset: number; readonly limit?: number } {
  const limit = Number(call.address.parameters.get("limit") ?? Number.NaN);
  return { offset: getOffset(call), ...(limit > 0 && { limit }) };
}

export function checkPage<T extends { readonly kind: string }>(
  page: CollectionPage<T>,
  raw: unknown,
  { response: { headers } }: Recording,
  checkItem: (element: unknown, item: CollectionPage<T>["items"][number]) => void,
): void {
  const count = (name: string): number => Number(getHeader(headers, `x-pagination-${name}`));
  const end = count("offset") + count("limit");
  assert.equal(page.items.length, toList(raw).length);
  assert.equal(page.total, count("size"));
  assert.equal(page.nextOffset, end < count("size") && count("limit") > 0 ? end : undefined);
  for (const [index, item] of page.items.entries()) checkItem(toList(raw)[index], item);
}

function checkProject(element: unknown, project: CollectionPage<Project>["items"][number]): void {
  if (project.kind === "unreadable") assert.fail(`A project could not be read: ${JSON.stringify(project)}`);
  const raw = toObject(element);
  assert.deepEqual(
    { ...project, resources: project.resources.map(({ type, uri }) => [type, uri]) },
    {
      kind: "project",
      id: raw["id"],
      uri: raw["uri"],
      label: raw["label"],
      shortName: raw["shortname"],
      description: toOptional(raw["description"]),
      access: raw["access"],
      isMember: raw["is_member_of"],
      resources: toList(raw["resources"]).map((each) => [toObject(each)["type"], toObject(each)["uri"]]),
      hasMilestones: "root_planning" in toObject(toObject(raw["additional_informations"])["agiledashboard"]),
    },
  );
}

function checkChangeset(element: unknown, changeset: CollectionPage<Changeset>["items"][number]): void {
  if (changeset.kind === "unreadable") assert.fail(`A changeset could not be read: ${changeset.position}`);
  const raw = toObject(element);
  const comment = toObject(raw["last_comment"]);
  const isMarkdown = typeof comment["commonmark"] === "string";
  const source = toOptional(comment["commonmark"]) ?? toOptional(comment["body"]);
  assert.deepEqual(
    {
      id: changeset.id,
      by: String(changeset.by?.id ?? null),
      on: changeset.on,
      comment: changeset.comment,
    },
    {
      id: raw["id"],
      by: String(toObject(raw["submitted_by_details"])["id"]),
      on: raw["submitted_on"],
      comment:
        source === undefined
          ? undefined
          : {
              source,
              format: isMarkdown ? "commonmark" : comment["format"],
              onlyFor:
                comment["ugroups"] === null
                  ? undefined
                  : toList(comment["ugroups"]).map((group) => toObject(group)["label"]),
            },
    },
  );
  assertValuesMatch(raw["values"], changeset.values);
}

export function createProject(id: number): Project {
  const uri = `projects/${id}`;
  const unknown = { description: undefined, access: undefined, isMember: undefined };
  return {
    kind: "project",
    id,
    uri,
    label: "",
    shortName: "",
    resources: [],
    hasMilestones: false,
    ...unknown,
  };
}

function createTrackerSummary(id: number): TrackerSummary {
  const uri = `trackers/${id}`;
  return { kind: "tracker", id, uri, label: "", color: undefined, artifactsUri: `${uri}/artifacts` };
}

/** This server has all routes, so the page must not be `undefined`. */
export async function requirePage<T>(page: Promise<T | undefined>): Promise<T> {
  return (await page) ?? assert.fail("reported as missing");
}

/** With the criteria of the recorded request, wherever it sent them. */
async function listArtifacts(call: RecordedCall) {
  const { client, recording, findTracker, address } = call;
  const tracker = findTracker(getId(call));
  const text = address.parameters.get("expert_query");
  if (text !== null) {
    return requirePage(client.findByTql(createTrackerSummary(getId(call)), text, getPage(call)));
  }
  const criteria = tracker === undefined ? undefined : parseRecordedCriteria(recording, tracker);
  if (tracker === undefined || criteria === undefined) {
    return client.artifacts(createTrackerSummary(getId(call)), getPage(call));
  }
  const found = await client.findArtifacts(tracker, criteria.criteria, getPage(call));
  if (criteria.isApplied !== undefined && found.items.length > 0) {
    assert.equal(
      found.credibility === "contradicted",
      !criteria.isApplied,
      `credibility: ${found.credibility}`,
    );
  }
  return found;
}

export const readingRoutes: readonly ClientRoute[] = [
  createRoute(
    "GET",
    "/projects",
    (call) =>
      call.address.parameters.get("query")?.includes("is_member_of") === true
        ? call.client.memberProjects(getOffset(call))
        : call.client.projects(getOffset(call)),
    (page, raw, recording) => checkPage(page, raw, recording, checkProject),
  ),
  createRoute(
    "GET",
    "/projects/{id}",
    (call) => call.client.project(getId(call)),
    (project, raw) => checkProject(raw, project),
  ),
  createRoute(
    "GET",
    "/projects/{id}/trackers",
    (call) => call.client.trackers(createProject(getId(call)), getOffset(call)),
    (page, raw, recording) =>
      checkPage(page, raw, recording, (element, tracker) => {
        if (tracker.kind === "unreadable") assert.fail(`A tracker could not be read: ${tracker.position}`);
        const { id, label, color_name: color } = toObject(element);
        assert.deepEqual([tracker.id, tracker.label, tracker.color], [id, label, color]);
      }),
  ),
  createRoute(
    "GET",
    "/trackers/{id}",
    (call) => call.client.tracker(getId(call)),
    (tracker, raw) => assertTrackerMatches(raw, tracker),
  ),
  createRoute("GET", "/trackers/{id}/artifacts", listArtifacts, (page, raw, recording) =>
    checkPage(page, raw, recording, assertRowMatches),
  ),
  createRoute(
    "GET",
    "/artifacts",
    ({ client }) => client.artifactsById([1, 2]),
    (artifacts, raw) => {
      const collection = toList(toObject(raw)["collection"]);
      assert.equal(artifacts.length, collection.length);
      for (const [index, artifact] of artifacts.entries()) {
        assert.ok(artifact.kind === "artifact");
        assertArtifactMatches(collection[index], artifact);
      }
    },
  ),
  createRoute(
    "GET",
    "/artifacts/{id}",
    (call) =>
      call.address.parameters.get("tracker_structure_format") === "complete"
        ? call.client.artifactWithStructure(getId(call))
        : call.client.artifact(getId(call)),
    (artifact, raw, { response: { headers } }) => {
      assertArtifactMatches(raw, artifact);
      const tag = getHeader(headers, "etag");
      const lastModified = getHeader(headers, "last-modified");
      assert.deepEqual(
        artifact.version,
        tag === undefined ? { kind: "date", lastModified } : { kind: "tag", tag },
      );
      const tracker = toObject(raw)["tracker"];
      assert.equal(artifact.structure !== undefined, "fields" in toObject(tracker));
      if (artifact.structure !== undefined) assertTrackerMatches(tracker, artifact.structure);
    },
  ),
  createRoute(
    "GET",
    "/artifacts/{id}/changesets",
    (call) => {
      const { offset, limit = 10 } = getPage(call);
      return call.client.changesets(`artifacts/${getId(call)}/changesets`, { offset, limit });
    },
    (page, raw, recording) => checkPage(page, raw, recording, checkChangeset),
  ),
  createRoute(
    "GET",
    "/users",
    ({ client, address }) => client.findUsers(address.parameters.get("query") ?? ""),
    (users, raw) =>
      assert.deepEqual(
        users,
        toList(raw).map((each) => {
          const { id, real_name: realName, username } = toObject(each);
          return { id, label: toOptional(realName) ?? username, username };
        }),
      ),
  ),
];
