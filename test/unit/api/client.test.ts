import assert from "node:assert/strict";
import { type Client, createClient } from "../../../src/api/client.ts";
import type { ArtifactRow } from "../../../src/model/artifact.ts";
import { fieldText } from "../../../src/model/fields/registry.ts";
import type { Page, Unreadable } from "../../../src/model/page.ts";
import type { Project } from "../../../src/model/project.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";

function known<T extends { readonly kind: string }>(items: readonly (T | Unreadable)[]): readonly T[] {
  return items.filter((item): item is T => item.kind !== "unreadable");
}

async function everyPage<T>(fetchPage: (offset: number) => Promise<Page<T>>): Promise<readonly Page<T>[]> {
  const pages: Page<T>[] = [];
  for (let offset: number | undefined = 0; offset !== undefined; offset = pages.at(-1)?.next) {
    pages.push(await fetchPage(offset));
  }
  return pages;
}

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`the REST client on the ${dialect} dialect`, () => {
    let server: Simulator;
    const clients: Client[] = [];

    function clientWith(key: string | undefined): Client {
      const client = createClient({
        api: `${server.url}/api`,
        credential: key === undefined ? undefined : { kind: "accessKey", key },
        caFile: undefined,
        observe: () => undefined,
      });
      clients.push(client);
      return client;
    }

    async function projectNamed(client: Client, label: string): Promise<Project> {
      const project = known((await client.projects(0)).items).find((each) => each.label === label);
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

    it("sends the content type on every request, the key in its header and nowhere else", async () => {
      const { accessKey } = server.accounts.member;
      await clientWith(accessKey).projects(0);
      const request = server.requests.at(-1);
      assert.equal(request?.headers["content-type"], "application/json");
      assert.equal(request.headers["x-auth-accesskey"], accessKey);
      assert.ok(!request.path.includes(accessKey));
    });

    it("shows more projects to a member than to the public", async () => {
      const labels = async (key?: string): Promise<readonly string[]> =>
        known((await clientWith(key).projects(0)).items).map(({ label }) => label);
      const open = await labels();
      const mine = await labels(server.accounts.member.accessKey);
      assert.ok(open.length > 0 && mine.length > open.length, `${open.join()} / ${mine.join()}`);
    });

    it("knows one's own projects where the server tells, and says none where it does not", async () => {
      const page = await clientWith(server.accounts.member.accessKey).memberProjects(0);
      const own = known(page.items);
      if (dialect === "product") assert.ok(own.length > 0 && own.every(({ isMember }) => isMember === true));
      else assert.deepEqual(page, { items: [], next: undefined, size: 0 });
    });

    it("walks all pages of a tracker, each artifact once, although pages come short", async () => {
      const client = clientWith(server.accounts.member.accessKey);
      const project = await projectNamed(client, "Open Tides");
      const bugs = known((await client.trackers(project, 0)).items).find(({ label }) => label === "Bugs");
      assert.ok(bugs);
      const pages = await everyPage<ArtifactRow>((offset) => client.artifacts(bugs, { offset }));
      const ids = pages.flatMap((page) => known(page.items)).map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length);
      assert.ok(pages.length > 2);
      assert.ok(ids.length <= (pages[0]?.size ?? 0), "the size is an upper bound");
      const isNewestFirst = ids.every((id, index) => index === 0 || id < (ids[index - 1] ?? 0));
      assert.equal(isNewestFirst, dialect === "product");
    });

    it("reads the fields of an artifact, choices by their names", async () => {
      const client = clientWith(server.accounts.member.accessKey);
      const project = await projectNamed(client, "Open Tides");
      const bugs = known((await client.trackers(project, 0)).items).find(({ label }) => label === "Bugs");
      assert.ok(bugs);
      const [row] = known((await client.artifacts(bugs, { offset: 0 })).items);
      assert.ok(row);
      const { values } = await client.artifact(row.id);
      const fields = new Map(known(values).map(({ label, value }) => [label, fieldText(value)]));
      assert.equal(fields.get("Title"), row.title);
      assert.equal(fields.get("Status"), row.status);
    });

    it("knows version and batch where the server has them, and says so where it has not", async () => {
      const client = clientWith(server.accounts.member.accessKey);
      const version = await client.version();
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

    it("does not compile without a revision where a change needs one", async () => {
      const client = clientWith(undefined);
      // @ts-expect-error: an update names the state that it was made for; overwriting is another function.
      await assert.rejects(async () => client.update(1, { changes: [] }));
    });

    it("keeps to six requests at a time", async () => {
      const slow = await startSimulator({ dialect, latency: 20 });
      const client = createClient({
        api: `${slow.url}/api`,
        credential: undefined,
        caFile: undefined,
        observe: () => undefined,
      });
      try {
        await Promise.all(Array.from({ length: 30 }, () => client.projects(0)));
        assert.deepEqual([slow.requests.length, slow.mostInFlight], [30, 6]);
      } finally {
        await client.close();
        await slow.close();
      }
    });

    it("tells a good key from a wrong one, from a blocked account and from a server in trouble", async () => {
      const check = (key: string): Promise<unknown> => clientWith(key).checkCredential();
      const { member, suspended } = server.accounts;
      assert.deepEqual(await check(member.accessKey), {
        kind: "accepted",
        account:
          dialect === "product" ? { id: String(member.id), name: member.realName } : { id: "key", name: "" },
      });
      assert.deepEqual(await check(`${member.accessKey.slice(0, -4)}0000`), { kind: "rejected" });
      assert.deepEqual(await check("nonsense"), { kind: "rejected" });
      assert.equal(((await check(suspended.accessKey)) as { kind: string }).kind, "blocked");
      const heal = server.faults.add({ path: /./, fault: { kind: "status", status: 500 } });
      await assert.rejects(check(member.accessKey), { kind: "serverTrouble" });
      heal();
    });
  });
}
