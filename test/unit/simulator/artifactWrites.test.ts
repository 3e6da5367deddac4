import assert from "node:assert/strict";
import type { Dialect } from "../../simulator/simulator.ts";
import { sendRequest, getError, getItems, sendJson, createKeyHeader } from "./sendRequest.ts";
import { fetchArtifact, fetchTrackerFields, fetchArtifactId } from "./trackerFields.ts";
import type { WireArtifact } from "./trackerFields.ts";
import { useSimulators } from "./useSimulators.ts";

for (const dialect of ["product", "documented"] satisfies Dialect[]) {
  describe(`simulator: creating and updating artifacts (${dialect})`, () => {
    const start = useSimulators();

    it("creates the last artifact of the tracker, with defaults for omitted fields", async () => {
      const simulator = await start({ dialect });
      const trackerFields = await fetchTrackerFields(simulator, 11);
      const response = await sendJson(simulator, "POST", "/artifacts", {
        tracker: { id: 11 },
        values: [
          { field_id: trackerFields.getFieldId("title"), value: "Tide of ünïcode 🌊" },
          {
            field_id: trackerFields.getFieldId("severity"),
            bind_value_ids: [trackerFields.getChoiceId("severity", "Major")],
          },
        ],
      });
      assert.equal(response.status, 201);
      const { id } = response.data as { readonly id: number };
      const { artifact, headers, entry } = await fetchArtifact(simulator, id);
      assert.deepEqual([artifact.title, artifact.status], ["Tide of ünïcode 🌊", "New"]);
      assert.deepEqual(entry(trackerFields.getFieldId("severity"))?.["bind_value_ids"], [
        trackerFields.getChoiceId("severity", "Major"),
      ]);
      assert.equal(entry(trackerFields.getFieldId("close_date"))?.["value"], null);
      assert.deepEqual(
        [headers.etag, headers["last-modified"]],
        [response.headers.etag, response.headers["last-modified"]],
      );
      const list = await sendRequest(simulator, "/api/trackers/11/artifacts?offset=800", {
        headers: createKeyHeader(simulator.accounts.admin),
      });
      assert.equal(list.headers["x-pagination-size"], "821");
      assert.equal(getItems(list).at(-1)?.id, id);
    });

    it("responds to a creation as the dialect does", async () => {
      const simulator = await start({ dialect });
      const values = [
        { field_id: (await fetchTrackerFields(simulator, 11)).getFieldId("title"), value: "New" },
      ];
      const { data, headers } = await sendJson(simulator, "POST", "/artifacts", {
        tracker: { id: 11 },
        values,
      });
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

    it("updates only the given fields", async () => {
      const simulator = await start({ dialect });
      const trackerFields = await fetchTrackerFields(simulator, 11);
      const id = await fetchArtifactId(simulator, 11);
      const before = await fetchArtifact(simulator, id);
      const values = [{ field_id: trackerFields.getFieldId("title"), value: "Another" }];
      const response = await sendJson(simulator, "PUT", `/artifacts/${id}`, { values });
      const after = await fetchArtifact(simulator, id);
      assert.equal(response.status, 200);
      if (dialect === "product") assert.equal(response.text, "");
      else assert.deepEqual(response.data, after.data);
      assert.deepEqual(
        [response.headers.etag, response.headers["last-modified"]],
        [after.headers.etag, after.headers["last-modified"]],
      );
      assert.equal(after.artifact.title, "Another");
      const getOtherValues = ({ values: all }: WireArtifact) =>
        all.filter(
          ({ field_id: field, type }) =>
            field !== trackerFields.getFieldId("title") && type !== "lud" && type !== "luby",
        );
      assert.deepEqual(getOtherValues(after.artifact), getOtherValues(before.artifact));
      assert.notEqual(after.headers.etag, before.headers.etag);
    });

    it("creates no version if nothing changes", async () => {
      const simulator = await start({ dialect });
      const trackerFields = await fetchTrackerFields(simulator, 11);
      const id = await fetchArtifactId(simulator, 11);
      const { artifact, headers } = await fetchArtifact(simulator, id);
      simulator.clock.advance(60_000);
      for (const values of [[], [{ field_id: trackerFields.getFieldId("title"), value: artifact.title }]]) {
        const response = await sendJson(simulator, "PUT", `/artifacts/${id}`, { values });
        assert.deepEqual([response.status, response.headers.etag], [200, headers.etag]);
      }
      assert.deepEqual(simulator.getChangesets(id), []);
    });

    it("records the history: author, date, and each value before and after", async () => {
      const simulator = await start({ dialect });
      const trackerFields = await fetchTrackerFields(simulator, 11);
      const id = await fetchArtifactId(simulator, 11);
      const { artifact } = await fetchArtifact(simulator, id);
      const change = (value: string, account: { readonly accessKey: string }) =>
        sendJson(
          simulator,
          "PUT",
          `/artifacts/${id}`,
          { values: [{ field_id: trackerFields.getFieldId("title"), value }] },
          createKeyHeader(account),
        );
      await change("One", simulator.accounts.admin);
      simulator.clock.advance(5000);
      await change("Two", simulator.accounts.member);
      const changesets = simulator
        .getChangesets(id)
        .map(({ submittedBy, submittedOn, changes }) => [submittedBy, submittedOn, [...changes.values()]]);
      const at = simulator.clock.now();
      const text = (value: string | null) => ({ kind: "string", text: value });
      assert.deepEqual(changesets, [
        [102, at - 5000, [{ before: text(artifact.title), after: text("One") }]],
        [103, at, [{ before: text("One"), after: text("Two") }]],
      ]);
    });

    it("includes written values in searches, sorting and counts", async () => {
      const simulator = await start({ dialect, artifacts: 4 });
      const trackerFields = await fetchTrackerFields(simulator, 11);
      const id = await fetchArtifactId(simulator, 11, 2);
      await sendJson(simulator, "PUT", `/artifacts/${id}`, {
        values: [{ field_id: trackerFields.getFieldId("title"), value: "Zyzzyva" }],
      });
      const criteria = JSON.stringify({ title: "zyzzyva" });
      const found =
        dialect === "product"
          ? await sendRequest(simulator, `/api/trackers/11/artifacts?query=${encodeURIComponent(criteria)}`)
          : await sendRequest(simulator, "/api/trackers/11/artifacts", {
              body: criteria,
              headers: { "Content-Type": "application/json" },
            });
      assert.deepEqual(
        [getItems(found).map((row) => row.id), found.headers["x-pagination-size"]],
        [[id], "1"],
      );
    });

    it("checks credentials, existence, permissions, preconditions and values in that order", async () => {
      const simulator = await start({ dialect });
      const { outsider, member, admin } = simulator.accounts;
      const invalid = { values: [{ field_id: 1, value: "x" }] };
      const outdated = { "If-Match": "1" };
      const id = await fetchArtifactId(simulator, 11);
      const unreadableId = await fetchArtifactId(simulator, 21);
      const status = async (path: string, headers: Record<string, string>) =>
        (await sendJson(simulator, "PUT", path, invalid, { ...headers, ...outdated })).status;
      assert.equal(await status("/artifacts/999999", {}), 401);
      assert.equal(await status("/artifacts/999999", createKeyHeader(admin)), 404);
      assert.equal(await status(`/artifacts/${unreadableId}`, createKeyHeader(outsider)), 403);
      assert.equal(await status(`/artifacts/${id}`, createKeyHeader(outsider)), 403);
      assert.equal(await status(`/artifacts/${id}`, createKeyHeader(member)), 412);
      assert.equal(
        (await sendJson(simulator, "PUT", `/artifacts/${id}`, invalid, createKeyHeader(member))).status,
        400,
      );
    });

    it("rejects requests without tracker or values, with unknown fields, or without permission", async () => {
      const simulator = await start({ dialect });
      const trackerFields = await fetchTrackerFields(simulator, 11);
      const values = [{ field_id: trackerFields.getFieldId("title"), value: "x" }];
      const post = async (body: unknown, headers = createKeyHeader(simulator.accounts.member)) =>
        (await sendJson(simulator, "POST", "/artifacts", body, headers)).status;
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
        await post({
          tracker: { id: 11 },
          values: [{ field_id: trackerFields.getFieldId("details"), value: "x" }],
        }),
        400,
      );
      assert.equal(
        await post({ tracker: { id: 11 }, values }, createKeyHeader(simulator.accounts.outsider)),
        201,
      );
      for (const body of [undefined, {}, "text", { values: null }]) {
        assert.equal(
          (await sendJson(simulator, "PUT", `/artifacts/${await fetchArtifactId(simulator, 11)}`, body))
            .status,
          400,
        );
      }
    });
  });
}

describe("simulator: creating and updating artifacts as only the product does", () => {
  const start = useSimulators();

  it("creates by field name, and from another artifact", async () => {
    const simulator = await start({ dialect: "product" });
    const post = (body: unknown) => sendJson(simulator, "POST", "/artifacts", body);
    const response = await post({ tracker: { id: 11 }, values_by_field: { title: { value: "By name" } } });
    const { id, uri } = response.data as { readonly id: number; readonly uri: string };
    assert.deepEqual([response.status, uri], [201, `artifacts/${id}?values_format=by_field`]);
    assert.equal((await fetchArtifact(simulator, id)).artifact.title, "By name");
    const copied = await post({ tracker: { id: 23 }, from_artifact: { id } });
    assert.equal(
      (await fetchArtifact(simulator, (copied.data as { readonly id: number }).id)).artifact.title,
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

  it("accepts a comment with or without changes; an unknown format is Markdown", async () => {
    const simulator = await start({ dialect: "product" });
    const id = await fetchArtifactId(simulator, 11);
    const put = (comment: unknown) => sendJson(simulator, "PUT", `/artifacts/${id}`, { values: [], comment });
    assert.equal((await put({ body: "A **remark**", format: "rst" })).status, 200);
    assert.equal((await put({ body: "", format: "text" })).status, 200);
    assert.deepEqual(
      simulator.getChangesets(id).map(({ comment, changes }) => [comment, changes.size]),
      [[{ body: "A **remark**", format: "commonmark" }, 0]],
    );
    assert.deepEqual(getError(await put({ body: "no format" })), [
      400,
      "Bad Request: `comment[format]` is required.",
    ]);
    assert.equal((await put({ body: "x".repeat(65_536), format: "text" })).status, 400);
  });

  it("lists every validation error on its own line, with a level on creation", async () => {
    const simulator = await start({ dialect: "product" });
    const trackerFields = await fetchTrackerFields(simulator, 12);
    const missing = await sendJson(simulator, "POST", "/artifacts", {
      tracker: { id: 12 },
      values: [{ field_id: trackerFields.getFieldId("handler"), bind_value_ids: [] }],
    });
    assert.match(
      getError(missing)[1] ?? "",
      /^Bad Request: error: .*\(subject\).*\nerror: .*\(message\).*\n$/,
    );
    assert.equal(missing.headers.allow, "OPTIONS, GET, POST");
    const response = await sendJson(simulator, "PUT", `/artifacts/${await fetchArtifactId(simulator, 12)}`, {
      values: [{ field_id: trackerFields.getFieldId("subject"), value: "" }],
    });
    assert.match(getError(response)[1] ?? "", /^Bad Request: [^:]*\(subject\)[^\n]*\n$/);
  });
});
