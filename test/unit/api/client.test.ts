import assert from "node:assert/strict";
import { type Client, createClient } from "../../../src/api/client.ts";
import type { ArtifactRow } from "../../../src/model/artifact.ts";
import { toFieldText } from "../../../src/model/fields/registry.ts";
import type { CollectionPage, UnreadableItem } from "../../../src/model/collectionPage.ts";
import type { Project } from "../../../src/model/project.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";

function getReadable<T extends { readonly kind: string }>(
  items: readonly (T | UnreadableItem)[],
): readonly T[] {
  return items.filter((item): item is T => item.kind !== "unreadable");
}

async function loadPages<T>(
  fetchPage: (offset: number) => Promise<CollectionPage<T>>,
): Promise<readonly CollectionPage<T>[]> {
  const pages: CollectionPage<T>[] = [];
  for (let offset: number | undefined = 0; offset !== undefined; offset = pages.at(-1)?.nextOffset) {
    pages.push(await fetchPage(offset));
  }
  return pages;
}

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`Client on the ${dialect} dialect`, () => {
    let server: Simulator;
    const clients: Client[] = [];

    function createTestClient(key: string | undefined): Client {
      const client = createClient({
        api: `${server.url}/api`,
        credential: key === undefined ? undefined : { kind: "accessKey", key },
        caFile: undefined,
        observe: () => undefined,
      });
      clients.push(client);
      return client;
    }

    async function findProject(client: Client, label: string): Promise<Project> {
      const project = getReadable((await client.projects(0)).items).find((each) => each.label === label);
      assert.ok(project, `no project ${label}`);
      return project;
    }

    before(async () => {
      server = await startSimulator({ dialect });
    });
    after(async () => {
      await Promise.all(clients.map((client) => client.close()));
      await server.close();
    });

    it("sends the content type with every request, and the access key only in its header", async () => {
      const { accessKey } = server.accounts.member;
      await createTestClient(accessKey).projects(0);
      const request = server.requests.at(-1);
      assert.equal(request?.headers["content-type"], "application/json");
      assert.equal(request.headers["x-auth-accesskey"], accessKey);
      assert.ok(!request.path.includes(accessKey));
    });

    it("lists more projects for a member than for anonymous users", async () => {
      const listLabels = async (key?: string): Promise<readonly string[]> =>
        getReadable((await createTestClient(key).projects(0)).items).map(({ label }) => label);
      const publicLabels = await listLabels();
      const memberLabels = await listLabels(server.accounts.member.accessKey);
      assert.ok(
        publicLabels.length > 0 && memberLabels.length > publicLabels.length,
        `${publicLabels.join()} / ${memberLabels.join()}`,
      );
    });

    it("lists the user's projects, or none if the server doesn't report membership", async () => {
      const page = await createTestClient(server.accounts.member.accessKey).memberProjects(0);
      const projects = getReadable(page.items);
      if (dialect === "product") {
        assert.ok(projects.length > 0 && projects.every(({ isMember }) => isMember === true));
      } else assert.deepEqual(page, { items: [], nextOffset: undefined, total: 0 });
    });

    it("loads all pages of a tracker with each artifact once, although pages are short", async () => {
      const client = createTestClient(server.accounts.member.accessKey);
      const project = await findProject(client, "Open Tides");
      const bugs = getReadable((await client.trackers(project, 0)).items).find(
        ({ label }) => label === "Bugs",
      );
      assert.ok(bugs);
      const pages = await loadPages<ArtifactRow>((offset) => client.artifacts(bugs, { offset }));
      const ids = pages.flatMap((page) => getReadable(page.items)).map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length);
      assert.ok(pages.length > 2);
      assert.ok(ids.length <= (pages[0]?.total ?? 0), "the size is an upper bound");
      const isNewestFirst = ids.every((id, index) => index === 0 || id < (ids[index - 1] ?? 0));
      assert.equal(isNewestFirst, dialect === "product");
    });

    it("reads the fields of an artifact, with choices by label", async () => {
      const client = createTestClient(server.accounts.member.accessKey);
      const project = await findProject(client, "Open Tides");
      const bugs = getReadable((await client.trackers(project, 0)).items).find(
        ({ label }) => label === "Bugs",
      );
      assert.ok(bugs);
      const [row] = getReadable((await client.artifacts(bugs, { offset: 0 })).items);
      assert.ok(row);
      const { values } = await client.artifact(row.id);
      const fields = new Map(getReadable(values).map(({ label, value }) => [label, toFieldText(value)]));
      assert.equal(fields.get("Title"), row.title);
      assert.equal(fields.get("Status"), row.status);
    });

    it("reads version and batches, or reports that the server has none", async () => {
      const client = createTestClient(server.accounts.member.accessKey);
      const version = await client.serverVersion();
      const batch = client.artifactsById([1, 2, 999_999]);
      if (dialect === "documented") {
        assert.equal(version, undefined);
        await assert.rejects(batch, { kind: "notFound" });
      } else {
        assert.match(version?.number ?? "", /^\d+\./);
        assert.deepEqual(
          (await batch).map(({ id }) => id),
          [1, 2],
        );
      }
    });

    it("doesn't compile an update without a version", async () => {
      const client = createTestClient(undefined);
      // @ts-expect-error: an update needs the version that it is based on; overwriting is another function.
      await assert.rejects(async () => client.updateArtifact(1, { changes: [] }));
    });

    it("sends at most seven requests at a time", async () => {
      const slowServer = await startSimulator({ dialect, latency: 20 });
      const client = createClient({
        api: `${slowServer.url}/api`,
        credential: undefined,
        caFile: undefined,
        observe: () => undefined,
      });
      try {
        await Promise.all(Array.from({ length: 30 }, () => client.projects(0)));
        assert.deepEqual([slowServer.requests.length, slowServer.maxRequestsInFlight], [30, 7]);
      } finally {
        await client.close();
        await slowServer.close();
      }
    });

    it("distinguishes a valid key, an invalid key, a blocked account and a server error", async () => {
      const check = (key: string): Promise<unknown> => createTestClient(key).checkCredential();
      const { member, suspended } = server.accounts;
      assert.deepEqual(await check(member.accessKey), {
        kind: "accepted",
        account:
          dialect === "product" ? { id: String(member.id), name: member.realName } : { id: "key", name: "" },
      });
      assert.deepEqual(await check(`${member.accessKey.slice(0, -4)}0000`), { kind: "rejected" });
      assert.deepEqual(await check("nonsense"), { kind: "rejected" });
      assert.equal(((await check(suspended.accessKey)) as { kind: string }).kind, "blocked");
      const removeFault = server.faults.add({ path: /./, fault: { kind: "status", status: 500 } });
      await assert.rejects(check(member.accessKey), { kind: "serverError" });
      removeFault();
    });
  });
}
