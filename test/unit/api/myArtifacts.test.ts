import assert from "node:assert/strict";
import { defaultRetryPolicy } from "../../../src/api/network/retry.ts";
import type { CollectionPage } from "../../../src/model/collectionPage.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { bugsTrackerId, SpecificationContext } from "../specification/specificationContext.ts";

function labels(page: CollectionPage<{ readonly kind: string; readonly label?: string }> | undefined) {
  return page?.items.map((item) => ("label" in item ? item.label : item.kind));
}

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`optional lists on the ${dialect} dialect`, () => {
    const isSupported = dialect === "product";
    let server: Simulator;
    let context: SpecificationContext;

    beforeEach(async () => {
      server = await startSimulator({ dialect });
      context = new SpecificationContext(server);
    });
    afterEach(async () => {
      await context.close();
      await server.close();
    });

    it("return the current user's artifacts with their trackers", async () => {
      const client = context.member;
      const { id } = server.accounts.member;
      for (const role of ["assigned", "submitted"] as const) {
        const page = await client.myArtifacts(role, { offset: 0, limit: 40 });
        assert.equal(page !== undefined, isSupported);
        const [row] = page?.items ?? [];
        if (row?.kind !== "artifact") continue;
        assert.equal(typeof row.tracker?.label, "string");
        assert.ok(row.isOpen);
        const { submittedBy, assignees } = await client.artifact(row.id);
        const userIds = role === "assigned" ? assignees.map((user) => user.id) : [submittedBy?.id];
        assert.ok(userIds.includes(id));
      }
    });

    it("return the reports of a tracker and their artifacts", async () => {
      const client = context.admin;
      const reports = await client.reports(bugsTrackerId, 0);
      assert.deepEqual(labels(reports), isSupported ? ["Default", "Open"] : undefined);
      const open = reports?.items.at(-1);
      const found = await client.reportArtifacts(open?.id ?? 1, { offset: 0, limit: 1000 });
      assert.equal(found !== undefined, isSupported);
      assert.ok(found?.items.every((item) => item.kind === "artifact" && item.isOpen === true) ?? true);
      if (isSupported) assert.match(context.getLastRequest().path, /[?&]limit=50\b/);
      // A deleted report is no error.
      assert.equal(await client.reportArtifacts(9999, { offset: 0 }), undefined);
    });

    it("return the current user if signed in", async () => {
      const { id, realName, username } = server.accounts.member;
      assert.deepEqual(
        await context.member.currentUser(),
        isSupported ? { id, label: realName, username } : undefined,
      );
      assert.equal(await context.anonymous.currentUser().catch(() => undefined), undefined);
      const token = { kind: "token", username, userId: String(id), token: "t", uri: "tokens/t" } as const;
      const ids = [
        context.createClient(token),
        context.createClient({ ...token, userId: "me" }),
        context.member,
      ].map((client) => client.tokenUserId());
      assert.deepEqual(ids, [id, undefined, undefined]);
    });

    it("fail on server errors instead of returning undefined", async () => {
      server.faults.add({ path: /./, fault: { kind: "status", status: 503 } });
      const retry = { ...defaultRetryPolicy, wait: () => Promise.resolve() };
      const client = context.createClient(
        { kind: "accessKey", key: server.accounts.member.accessKey },
        { retry },
      );
      const requests = [
        () => client.myArtifacts("assigned", { offset: 0 }),
        () => client.reports(bugsTrackerId, 0),
        () => client.reportArtifacts(1, { offset: 0 }),
        () => client.currentUser(),
      ];
      for (const send of requests) await assert.rejects(send(), { kind: "serverError" });
    });
  });
}
