import assert from "node:assert/strict";
import { type Client, createClient } from "../../../src/api/client.ts";
import { isFailure } from "../../../src/model/failure.ts";
import type { Project } from "../../../src/model/project.ts";
import {
  type StaticResponse,
  type StaticServer,
  startStaticServer,
} from "../../support/simulator/staticServer.ts";

const project: Project = {
  kind: "project",
  id: 7,
  uri: "projects/7",
  label: "Charts",
  shortName: "charts",
  description: undefined,
  access: undefined,
  isMember: undefined,
  resources: [],
  hasMilestones: false,
};

describe("svnRepositories", () => {
  let server: StaticServer;
  let client: Client;
  let response: StaticResponse;
  let requestedPaths: string[];

  beforeEach(async () => {
    requestedPaths = [];
    server = await startStaticServer((path) => {
      requestedPaths.push(path);
      return response;
    });
    client = createClient({
      api: `${server.url}/api`,
      credential: undefined,
      caFile: undefined,
      observe: () => undefined,
    });
  });
  afterEach(async () => {
    await client.close();
    await server.close();
  });

  function createJsonResponse(body: unknown, headers: Readonly<Record<string, string>> = {}): StaticResponse {
    return {
      status: 200,
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    };
  }

  it("reads pages of wrapped and bare lists, with placeholders for unreadable elements", async () => {
    const repositories = [{ id: 3, name: "a", svn_url: "https://b.example/a" }, { id: "?" }, { id: 4 }];
    for (const body of [{ repositories }, repositories]) {
      response = createJsonResponse(body, { "X-PAGINATION-SIZE": "9", "X-PAGINATION-LIMIT": "3" });
      assert.deepEqual(await client.svnRepositories(project, 3), {
        items: [
          { kind: "svnRepository", id: 3, name: "a", address: "https://b.example/a" },
          { kind: "unreadable", position: 4, id: undefined },
          { kind: "svnRepository", id: 4, name: undefined, address: undefined },
        ],
        nextOffset: 6,
        total: 9,
      });
    }
  });

  it("uses the URI of the project's resources, or the default path", async () => {
    response = createJsonResponse({ repositories: [] });
    await client.svnRepositories(project, 0);
    const resources = [{ type: "svn", uri: "elsewhere/7/repositories" }];
    await client.svnRepositories({ ...project, resources }, 0);
    assert.deepEqual(requestedPaths, [
      "/api/projects/7/svn?limit=50&offset=0",
      "/api/elsewhere/7/repositories?limit=50&offset=0",
    ]);
  });

  it("returns undefined only if the server has no such route", async () => {
    response = { ...createJsonResponse({ error: { code: 404 } }), status: 404 };
    assert.equal(await client.svnRepositories(project, 0), undefined);
    const getFailureKind = async (): Promise<string> =>
      client.svnRepositories(project, 0).then(
        () => "read",
        (failure: unknown) => (isFailure(failure) ? failure.kind : "thrown"),
      );
    response = { ...createJsonResponse({ error: { code: 403 } }), status: 403 };
    assert.equal(await getFailureKind(), "forbidden");
    response = createJsonResponse({ repositories: null });
    assert.equal(await getFailureKind(), "unexpectedResponse");
  });
});
