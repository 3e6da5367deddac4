import assert from "node:assert/strict";
import type { Dialect } from "../../simulator/simulator.ts";
import { ask, problem, rows, tell, withKey } from "./asking.ts";
import { artifactAt, formOf, idIn } from "./form.ts";
import type { ReadArtifact } from "./form.ts";
import { perTest } from "./perTest.ts";

for (const dialect of ["product", "documented"] satisfies Dialect[]) {
  describe(`simulator: creating and updating artifacts (${dialect})`, () => {
    const start = perTest();

    it("creates at the end of the tracker, with defaults for what was left out", async () => {
      const simulator = await start({ dialect });
      const form = await formOf(simulator, 11);
      const reply = await tell(simulator, "POST", "/artifacts", {
        tracker: { id: 11 },
        values: [
          { field_id: form.id("title"), value: "Tide of ünïcode 🌊" },
          { field_id: form.id("severity"), bind_value_ids: [form.choice("severity", "Major")] },
        ],
      });
      assert.equal(reply.status, 201);
      const { id } = reply.data as { readonly id: number };
      const { artifact, headers, entry } = await artifactAt(simulator, id);
      assert.deepEqual([artifact.title, artifact.status], ["Tide of ünïcode 🌊", "New"]);
      assert.deepEqual(entry(form.id("severity"))?.["bind_value_ids"], [form.choice("severity", "Major")]);
      assert.equal(entry(form.id("close_date"))?.["value"], null);
      assert.deepEqual(
        [headers.etag, headers["last-modified"]],
        [reply.headers.etag, reply.headers["last-modified"]],
      );
      const list = await ask(simulator, "/api/trackers/11/artifacts?offset=800", {
        headers: withKey(simulator.accounts.admin),
      });
      assert.equal(list.headers["x-pagination-size"], "821");
      assert.equal(rows(list).at(-1)?.id, id);
    });

    it("answers a creation as the dialect does", async () => {
      const simulator = await start({ dialect });
      const values = [{ field_id: (await formOf(simulator, 11)).id("title"), value: "New" }];
      const { data, headers } = await tell(simulator, "POST", "/artifacts", { tracker: { id: 11 }, values });
      const members = Object.keys(data as object);
      if (dialect === "documented") {
        assert.deepEqual(members, ["id", "uri", "title", "status", "values"]);
        assert.equal(headers.location, undefined);
      } else {
        const { id, tracker } = data as { readonly id: number; readonly tracker: object };
        assert.deepEqual(members, ["id", "uri", "tracker"]);
        assert.deepEqual(Object.keys(tracker), ["id", "uri", "label", "color", "project"]);
        assert.equal(headers.location, `https://tuleap.example/api/v1/artifacts/${id}`);
      }
    });

    it("updates what is named and nothing else", async () => {
      const simulator = await start({ dialect });
      const form = await formOf(simulator, 11);
      const id = await idIn(simulator, 11);
      const before = await artifactAt(simulator, id);
      const values = [{ field_id: form.id("title"), value: "Another" }];
      const reply = await tell(simulator, "PUT", `/artifacts/${id}`, { values });
      const after = await artifactAt(simulator, id);
      assert.equal(reply.status, 200);
      if (dialect === "product") assert.equal(reply.text, "");
      else assert.deepEqual(reply.data, after.data);
      assert.deepEqual(
        [reply.headers.etag, reply.headers["last-modified"]],
        [after.headers.etag, after.headers["last-modified"]],
      );
      assert.equal(after.artifact.title, "Another");
      const others = ({ values: all }: ReadArtifact) =>
        all.filter(
          ({ field_id: field, type }) => field !== form.id("title") && type !== "lud" && type !== "luby",
        );
      assert.deepEqual(others(after.artifact), others(before.artifact));
      assert.notEqual(after.headers.etag, before.headers.etag);
    });

    it("makes no new version when nothing changes", async () => {
      const simulator = await start({ dialect });
      const form = await formOf(simulator, 11);
      const id = await idIn(simulator, 11);
      const { artifact, headers } = await artifactAt(simulator, id);
      simulator.clock.advance(60_000);
      for (const values of [[], [{ field_id: form.id("title"), value: artifact.title }]]) {
        const reply = await tell(simulator, "PUT", `/artifacts/${id}`, { values });
        assert.deepEqual([reply.status, reply.headers.etag], [200, headers.etag]);
      }
      assert.deepEqual(simulator.changesets(id), []);
    });

    it("keeps the history: who, when, and each value before and after", async () => {
      const simulator = await start({ dialect });
      const form = await formOf(simulator, 11);
      const id = await idIn(simulator, 11);
      const { artifact } = await artifactAt(simulator, id);
      const change = (value: string, account: { readonly accessKey: string }) =>
        tell(
          simulator,
          "PUT",
          `/artifacts/${id}`,
          { values: [{ field_id: form.id("title"), value }] },
          withKey(account),
        );
      await change("One", simulator.accounts.admin);
      simulator.clock.advance(5000);
      await change("Two", simulator.accounts.member);
      const told = simulator
        .changesets(id)
        .map(({ submittedBy, submittedOn, changes }) => [submittedBy, submittedOn, [...changes.values()]]);
      const at = simulator.clock.now();
      const text = (value: string | null) => ({ kind: "string", text: value });
      assert.deepEqual(told, [
        [102, at - 5000, [{ before: text(artifact.title), after: text("One") }]],
        [103, at, [{ before: text("One"), after: text("Two") }]],
      ]);
    });

    it("finds, sorts and counts what was written like everything else", async () => {
      const simulator = await start({ dialect, artifacts: 4 });
      const form = await formOf(simulator, 11);
      const id = await idIn(simulator, 11, 2);
      await tell(simulator, "PUT", `/artifacts/${id}`, {
        values: [{ field_id: form.id("title"), value: "Zyzzyva" }],
      });
      const criteria = JSON.stringify({ title: "zyzzyva" });
      const found =
        dialect === "product"
          ? await ask(simulator, `/api/trackers/11/artifacts?query=${encodeURIComponent(criteria)}`)
          : await ask(simulator, "/api/trackers/11/artifacts", {
              body: criteria,
              headers: { "Content-Type": "application/json" },
            });
      assert.deepEqual([rows(found).map((row) => row.id), found.headers["x-pagination-size"]], [[id], "1"]);
    });

    it("judges credentials, existence, rights, conditions and values in that order", async () => {
      const simulator = await start({ dialect });
      const { outsider, member, admin } = simulator.accounts;
      const bad = { values: [{ field_id: 1, value: "x" }] };
      const stale = { "If-Match": "1" };
      const id = await idIn(simulator, 11);
      const hidden = await idIn(simulator, 21);
      const status = async (path: string, headers: Record<string, string>) =>
        (await tell(simulator, "PUT", path, bad, { ...headers, ...stale })).status;
      assert.equal(await status("/artifacts/999999", {}), 401);
      assert.equal(await status("/artifacts/999999", withKey(admin)), 404);
      assert.equal(await status(`/artifacts/${hidden}`, withKey(outsider)), 403);
      assert.equal(await status(`/artifacts/${id}`, withKey(outsider)), 403);
      assert.equal(await status(`/artifacts/${id}`, withKey(member)), 412);
      assert.equal((await tell(simulator, "PUT", `/artifacts/${id}`, bad, withKey(member))).status, 400);
    });

    it("refuses what has no tracker, no values, no such field, or no right to it", async () => {
      const simulator = await start({ dialect });
      const form = await formOf(simulator, 11);
      const values = [{ field_id: form.id("title"), value: "x" }];
      const post = async (body: unknown, headers = withKey(simulator.accounts.member)) =>
        (await tell(simulator, "POST", "/artifacts", body, headers)).status;
      assert.equal(await post({ values }), 400);
      assert.equal(await post({ tracker: 11, values }), 400);
      assert.equal(await post({ tracker: { id: 9999 }, values }), 404);
      assert.equal(await post({ tracker: { id: 31 }, values }), 403);
      assert.equal(await post({ tracker: { id: 11 } }), 400);
      assert.equal(await post({ tracker: { id: 11 }, values: [] }), 400);
      assert.equal(await post({ tracker: { id: 11 }, values }, {}), 401);
      assert.equal(
        await post({ tracker: { id: 11 }, values: [...values, { field_id: 424242, value: "x" }] }),
        400,
      );
      assert.equal(
        await post({ tracker: { id: 11 }, values: [{ field_id: form.id("details"), value: "x" }] }),
        400,
      );
      assert.equal(await post({ tracker: { id: 11 }, values }, withKey(simulator.accounts.outsider)), 201);
      for (const body of [undefined, {}, "text", { values: null }]) {
        assert.equal(
          (await tell(simulator, "PUT", `/artifacts/${await idIn(simulator, 11)}`, body)).status,
          400,
        );
      }
    });
  });
}

describe("simulator: writing as only the product knows it", () => {
  const start = perTest();

  it("creates by field name, and from another artifact", async () => {
    const simulator = await start({ dialect: "product" });
    const post = (body: unknown) => tell(simulator, "POST", "/artifacts", body);
    const named = await post({ tracker: { id: 11 }, values_by_field: { title: { value: "By name" } } });
    const { id, uri } = named.data as { readonly id: number; readonly uri: string };
    assert.deepEqual([named.status, uri], [201, `artifacts/${id}?values_format=by_field`]);
    assert.equal((await artifactAt(simulator, id)).artifact.title, "By name");
    const copied = await post({ tracker: { id: 23 }, from_artifact: { id } });
    assert.equal(
      (await artifactAt(simulator, (copied.data as { readonly id: number }).id)).artifact.title,
      "By name",
    );
    const byField = { severity: { value: "x" } };
    assert.equal((await post({ tracker: { id: 11 }, values_by_field: byField })).status, 400);
    const values = [{ field_id: 1102, value: "x" }];
    assert.equal(
      (await post({ tracker: { id: 11 }, values, values_by_field: { title: { value: "y" } } })).status,
      400,
    );
  });

  it("takes a comment with an update, or alone; an unknown format is Markdown", async () => {
    const simulator = await start({ dialect: "product" });
    const id = await idIn(simulator, 11);
    const put = (comment: unknown) => tell(simulator, "PUT", `/artifacts/${id}`, { values: [], comment });
    assert.equal((await put({ body: "A **remark**", format: "rst" })).status, 200);
    assert.equal((await put({ body: "", format: "text" })).status, 200);
    assert.deepEqual(
      simulator.changesets(id).map(({ comment, changes }) => [comment, changes.size]),
      [[{ body: "A **remark**", format: "commonmark" }, 0]],
    );
    assert.deepEqual(problem(await put({ body: "no format" })), [
      400,
      "Bad Request: `comment[format]` is required.",
    ]);
    assert.equal((await put({ body: "x".repeat(65_536), format: "text" })).status, 400);
  });

  it("tells every complaint on a line of its own, on creation with a level in front", async () => {
    const simulator = await start({ dialect: "product" });
    const form = await formOf(simulator, 12);
    const missing = await tell(simulator, "POST", "/artifacts", {
      tracker: { id: 12 },
      values: [{ field_id: form.id("handler"), bind_value_ids: [] }],
    });
    assert.match(
      problem(missing)[1] ?? "",
      /^Bad Request: error: .*\(subject\).*\nerror: .*\(message\).*\n$/,
    );
    assert.equal(missing.headers.allow, "OPTIONS, GET, POST");
    const emptied = await tell(simulator, "PUT", `/artifacts/${await idIn(simulator, 12)}`, {
      values: [{ field_id: form.id("subject"), value: "" }],
    });
    assert.match(problem(emptied)[1] ?? "", /^Bad Request: [^:]*\(subject\)[^\n]*\n$/);
  });
});
