import assert from "node:assert/strict";
import { usualRetry } from "../../../src/api/network/retry.ts";
import type { Page } from "../../../src/model/page.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { bugsId, World } from "../specification/world.ts";

function labels(page: Page<{ readonly kind: string; readonly label?: string }> | undefined) {
  return page?.items.map((item) => ("label" in item ? item.label : item.kind));
}

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`what the ${dialect} dialect finds by itself`, () => {
    const has = dialect === "product";
    let server: Simulator;
    let world: World;

    beforeEach(async () => {
      server = await startSimulator({ dialect });
      world = new World(server);
    });
    afterEach(async () => {
      await world.close();
      await server.close();
    });

    it("are the artifacts that concern oneself, with their trackers", async () => {
      const client = world.member;
      const { id } = server.accounts.member;
      for (const concern of ["assigned", "submitted"] as const) {
        const page = await client.ownArtifacts(concern, { offset: 0, limit: 40 });
        assert.equal(page !== undefined, has);
        const [row] = page?.items ?? [];
        if (row?.kind !== "artifact") continue;
        assert.equal(typeof row.tracker?.label, "string");
        assert.ok(row.isOpen);
        const { submittedBy, assignees } = await client.artifact(row.id);
        const concerned = concern === "assigned" ? assignees.map((each) => each.id) : [submittedBy?.id];
        assert.ok(concerned.includes(id));
      }
    });

    it("are the reports of a tracker and what they find", async () => {
      const client = world.admin;
      const reports = await client.reports(bugsId, 0);
      assert.deepEqual(labels(reports), has ? ["Default", "Open"] : undefined);
      const open = reports?.items.at(-1);
      const found = await client.reportArtifacts(open?.id ?? 1, { offset: 0, limit: 1000 });
      assert.equal(found !== undefined, has);
      assert.ok(found?.items.every((item) => item.kind === "artifact" && item.isOpen === true) ?? true);
      if (has) assert.match(world.lastRequest().path, /[?&]limit=50\b/);
      // A report that is gone is no trouble, as little as a server without any.
      assert.equal(await client.reportArtifacts(9999, { offset: 0 }), undefined);
    });

    it("is who one is, where it is asked for by someone", async () => {
      const { id, realName, username } = server.accounts.member;
      assert.deepEqual(await world.member.self(), has ? { id, label: realName, username } : undefined);
      assert.equal(await world.anonymous.self().catch(() => undefined), undefined);
      const token = { kind: "token", username, userId: String(id), token: "t", uri: "tokens/t" } as const;
      const ids = [world.client(token), world.client({ ...token, userId: "me" }), world.member].map(
        (client) => client.tokenUserId(),
      );
      assert.deepEqual(ids, [id, undefined, undefined]);
    });

    it("fails as usual when the server is in trouble: that is no absence", async () => {
      server.faults.add({ path: /./, fault: { kind: "status", status: 503 } });
      const retry = { ...usualRetry, wait: () => Promise.resolve() };
      const client = world.client({ kind: "accessKey", key: server.accounts.member.accessKey }, { retry });
      const asked = [
        () => client.ownArtifacts("assigned", { offset: 0 }),
        () => client.reports(bugsId, 0),
        () => client.reportArtifacts(1, { offset: 0 }),
        () => client.self(),
      ];
      for (const ask of asked) await assert.rejects(ask(), { kind: "serverTrouble" });
    });
  });
}
