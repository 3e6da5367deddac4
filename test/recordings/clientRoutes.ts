// The routes that the client has: how each is asked, and what its answer must not lose on the way into the model.
import assert from "node:assert/strict";
import type { Client } from "../../src/api/client.ts";
import type { Failure } from "../../src/model/failure.ts";
import type { Changeset } from "../../src/model/history.ts";
import type { Page } from "../../src/model/page.ts";
import type { Project } from "../../src/model/project.ts";
import type { Tracker, TrackerSummary } from "../../src/model/tracker.ts";
import type { Address } from "./address.ts";
import { assertArtifactIsWhole, assertRowIsWhole, assertValuesAreWhole } from "./artifactDigest.ts";
import { askedCriteria } from "./criteria.ts";
import { list, object, some } from "./raw.ts";
import { headerOf } from "./recording.ts";
import type { Recording } from "./recording.ts";
import type { Beside } from "./replay.ts";
import { assertTrackerIsWhole } from "./trackerDigest.ts";

export interface Asked {
  readonly client: Client;
  readonly recording: Recording;
  readonly address: Address;
  /** What stands in the path where the route has a name in braces. */
  readonly part: string;
  /** A tracker that was recorded as well. */
  readonly trackerNamed: (id: number) => Tracker | undefined;
}

interface Reading {
  readonly model: unknown;
  /** Holds the model against a JSON body. */
  readonly check: (raw: unknown) => void;
}

export interface ClientRoute {
  readonly method: string;
  readonly path: string;
  readonly read: (asked: Asked) => Promise<Reading>;
  /** What a failure becomes that is an answer here: a wrong password, for one. */
  readonly absorbs: Absorbed;
  /** The answers that the client needs to get as far as the recorded one. */
  readonly beside?: (recording: Recording) => readonly Beside[];
}

type Absorbed = Readonly<Partial<Record<Failure["kind"], unknown>>>;

export function route<T>(
  method: string,
  path: string,
  call: (asked: Asked) => Promise<T>,
  check: (model: T, raw: unknown, recording: Recording) => void,
  absorbs: Absorbed = {},
): ClientRoute {
  const read = async (asked: Asked): Promise<Reading> => {
    const model = await call(asked);
    return { model, check: (raw) => check(model, raw, asked.recording) };
  };
  return { method, path, read, absorbs };
}

/** The client is typed: it can't ask for what is no number, but it may be answered as if it had. */
export function idOf({ part }: Asked): number {
  const id = Number(part);
  return Number.isSafeInteger(id) ? id : 1;
}

export function offsetOf({ address }: Asked): number {
  return Math.max(0, Number(address.parameters.get("offset") ?? 0));
}

export function pageOf(asked: Asked): { readonly offset: number; readonly limit?: number } {
  const limit = Number(asked.address.parameters.get("limit") ?? Number.NaN);
  return { offset: offsetOf(asked), ...(limit > 0 && { limit }) };
}

export function checkPage<T extends { readonly kind: string }>(
  page: Page<T>,
  raw: unknown,
  { response: { headers } }: Recording,
  checkItem: (element: unknown, item: Page<T>["items"][number]) => void,
): void {
  const count = (name: string): number => Number(headerOf(headers, `x-pagination-${name}`));
  const end = count("offset") + count("limit");
  assert.equal(page.items.length, list(raw).length);
  assert.equal(page.size, count("size"));
  assert.equal(page.next, end < count("size") && count("limit") > 0 ? end : undefined);
  for (const [index, item] of page.items.entries()) checkItem(list(raw)[index], item);
}

function checkProject(element: unknown, project: Page<Project>["items"][number]): void {
  if (project.kind === "unreadable") assert.fail(`A project could not be read: ${JSON.stringify(project)}`);
  const raw = object(element);
  assert.deepEqual(
    { ...project, resources: project.resources.map(({ type, uri }) => [type, uri]) },
    {
      kind: "project",
      id: raw["id"],
      uri: raw["uri"],
      label: raw["label"],
      shortName: raw["shortname"],
      description: some(raw["description"]),
      access: raw["access"],
      isMember: raw["is_member_of"],
      resources: list(raw["resources"]).map((each) => [object(each)["type"], object(each)["uri"]]),
    },
  );
}

function checkChangeset(element: unknown, changeset: Page<Changeset>["items"][number]): void {
  if (changeset.kind === "unreadable") assert.fail(`A changeset could not be read: ${changeset.position}`);
  const raw = object(element);
  const said = object(raw["last_comment"]);
  const isMarkdown = typeof said["commonmark"] === "string";
  const source = some(said["commonmark"]) ?? some(said["body"]);
  assert.deepEqual(
    {
      id: changeset.id,
      by: String(changeset.by?.id ?? null),
      on: changeset.on,
      comment: changeset.comment,
    },
    {
      id: raw["id"],
      by: String(object(raw["submitted_by_details"])["id"]),
      on: raw["submitted_on"],
      comment:
        source === undefined
          ? undefined
          : {
              source,
              format: isMarkdown ? "commonmark" : said["format"],
              onlyFor:
                said["ugroups"] === null
                  ? undefined
                  : list(said["ugroups"]).map((group) => object(group)["label"]),
            },
    },
  );
  assertValuesAreWhole(raw["values"], changeset.values);
}

export function projectNumbered(id: number): Project {
  const uri = `projects/${id}`;
  const unknown = { description: undefined, access: undefined, isMember: undefined };
  return { kind: "project", id, uri, label: "", shortName: "", resources: [], ...unknown };
}

function trackerNumbered(id: number): TrackerSummary {
  const uri = `trackers/${id}`;
  return { kind: "tracker", id, uri, label: "", color: undefined, artifactsUri: `${uri}/artifacts` };
}

/** That it is not there at all is no answer of this server. */
export async function listed<T>(page: Promise<T | undefined>): Promise<T> {
  return (await page) ?? assert.fail("taken for absent");
}

/** With criteria where the recorded request had some, whichever way it sent them. */
async function listArtifacts(asked: Asked) {
  const { client, recording, trackerNamed, address } = asked;
  const tracker = trackerNamed(idOf(asked));
  const text = address.parameters.get("expert_query");
  if (text !== null) {
    return listed(client.findByText(trackerNumbered(idOf(asked)), text, pageOf(asked)));
  }
  const criteria = tracker === undefined ? undefined : askedCriteria(recording, tracker);
  if (tracker === undefined || criteria === undefined) {
    return client.artifacts(trackerNumbered(idOf(asked)), pageOf(asked));
  }
  const found = await client.find(tracker, criteria.criteria, pageOf(asked));
  if (criteria.isHeeded !== undefined && found.items.length > 0) {
    assert.equal(found.credibility === "contradicted", !criteria.isHeeded, `believed: ${found.credibility}`);
  }
  return found;
}

export const readRoutes: readonly ClientRoute[] = [
  route(
    "GET",
    "/projects",
    (asked) =>
      asked.address.parameters.get("query")?.includes("is_member_of") === true
        ? asked.client.memberProjects(offsetOf(asked))
        : asked.client.projects(offsetOf(asked)),
    (page, raw, recording) => checkPage(page, raw, recording, checkProject),
  ),
  route(
    "GET",
    "/projects/{id}",
    (asked) => asked.client.project(idOf(asked)),
    (project, raw) => checkProject(raw, project),
  ),
  route(
    "GET",
    "/projects/{id}/trackers",
    (asked) => asked.client.trackers(projectNumbered(idOf(asked)), offsetOf(asked)),
    (page, raw, recording) =>
      checkPage(page, raw, recording, (element, tracker) => {
        if (tracker.kind === "unreadable") assert.fail(`A tracker could not be read: ${tracker.position}`);
        const { id, label, color_name: color } = object(element);
        assert.deepEqual([tracker.id, tracker.label, tracker.color], [id, label, color]);
      }),
  ),
  route(
    "GET",
    "/trackers/{id}",
    (asked) => asked.client.tracker(idOf(asked)),
    (tracker, raw) => assertTrackerIsWhole(raw, tracker),
  ),
  route("GET", "/trackers/{id}/artifacts", listArtifacts, (page, raw, recording) =>
    checkPage(page, raw, recording, assertRowIsWhole),
  ),
  route(
    "GET",
    "/artifacts",
    ({ client }) => client.artifactsById([1, 2]),
    (artifacts, raw) => {
      const collection = list(object(raw)["collection"]);
      assert.equal(artifacts.length, collection.length);
      for (const [index, artifact] of artifacts.entries()) {
        assert.ok(artifact.kind === "artifact");
        assertArtifactIsWhole(collection[index], artifact);
      }
    },
  ),
  route(
    "GET",
    "/artifacts/{id}",
    (asked) =>
      asked.address.parameters.get("tracker_structure_format") === "complete"
        ? asked.client.artifactWithStructure(idOf(asked))
        : asked.client.artifact(idOf(asked)),
    (artifact, raw, { response: { headers } }) => {
      assertArtifactIsWhole(raw, artifact);
      const tag = headerOf(headers, "etag");
      const lastModified = headerOf(headers, "last-modified");
      assert.deepEqual(
        artifact.revision,
        tag === undefined ? { kind: "date", lastModified } : { kind: "tag", tag },
      );
      const tracker = object(raw)["tracker"];
      assert.equal(artifact.structure !== undefined, "fields" in object(tracker));
      if (artifact.structure !== undefined) assertTrackerIsWhole(tracker, artifact.structure);
    },
  ),
  route(
    "GET",
    "/artifacts/{id}/changesets",
    (asked) => {
      const { offset, limit = 10 } = pageOf(asked);
      return asked.client.changesets(`artifacts/${idOf(asked)}/changesets`, { offset, limit });
    },
    (page, raw, recording) => checkPage(page, raw, recording, checkChangeset),
  ),
  route(
    "GET",
    "/users",
    ({ client, address }) => client.people(address.parameters.get("query") ?? ""),
    (people, raw) =>
      assert.deepEqual(
        people,
        list(raw).map((each) => {
          const { id, real_name: realName, username } = object(each);
          return { id, label: some(realName) ?? username, username };
        }),
      ),
  ),
];
