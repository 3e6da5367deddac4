import assert from "node:assert/strict";
import { type Client, createClient } from "../../../src/api/client.ts";
import { isFailure } from "../../../src/model/failure.ts";
import type { Project } from "../../../src/model/project.ts";
import { type PlainAnswer, type PlainServer, startPlainServer } from "../../support/simulator/plainServer.ts";

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
};

describe("the repositories that a server lists", () => {
  let server: PlainServer;
  let client: Client;
  let answer: PlainAnswer;
  let asked: string[];

  beforeEach(async () => {
    asked = [];
    server = await startPlainServer((path) => {
      asked.push(path);
      return answer;
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

  function json(body: unknown, headers: Readonly<Record<string, string>> = {}): PlainAnswer {
    return {
      status: 200,
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    };
  }

  it("come wrapped or bare, by page, and one that makes no sense leaves its neighbours alone", async () => {
    const repositories = [{ id: 3, name: "a", svn_url: "https://b.example/a" }, { id: "?" }, { id: 4 }];
    for (const body of [{ repositories }, repositories]) {
      answer = json(body, { "X-PAGINATION-SIZE": "9", "X-PAGINATION-LIMIT": "3" });
      assert.deepEqual(await client.svnRepositories(project, 3), {
        items: [
          { kind: "svnRepository", id: 3, name: "a", address: "https://b.example/a" },
          { kind: "unreadable", position: 4, id: undefined },
          { kind: "svnRepository", id: 4, name: undefined, address: undefined },
        ],
        next: 6,
        size: 9,
      });
    }
  });

  it("are asked for where the project says, else by the usual path", async () => {
    answer = json({ repositories: [] });
    await client.svnRepositories(project, 0);
    const resources = [{ type: "svn", uri: "elsewhere/7/repositories" }];
    await client.svnRepositories({ ...project, resources }, 0);
    assert.deepEqual(asked, [
      "/api/projects/7/svn?limit=50&offset=0",
      "/api/elsewhere/7/repositories?limit=50&offset=0",
    ]);
  });

  it("are not to be had where there is no such route, and nothing else counts as that", async () => {
    answer = { ...json({ error: { code: 404 } }), status: 404 };
    assert.equal(await client.svnRepositories(project, 0), undefined);
    const kindOf = async (): Promise<string> =>
      client.svnRepositories(project, 0).then(
        () => "read",
        (failure: unknown) => (isFailure(failure) ? failure.kind : "thrown"),
      );
    answer = { ...json({ error: { code: 403 } }), status: 403 };
    assert.equal(await kindOf(), "forbidden");
    answer = json({ repositories: null });
    assert.equal(await kindOf(), "notUnderstood");
  });
});
