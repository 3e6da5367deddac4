import assert from "node:assert/strict";
import type { Dialect } from "../../simulator/simulator.ts";
import { getError, sendJson, createKeyHeader } from "./sendRequest.ts";
import { fetchArtifact, fetchTrackerFields, fetchArtifactId } from "./trackerFields.ts";
import { useSimulators } from "./useSimulators.ts";

for (const dialect of ["product", "documented"] satisfies Dialect[]) {
  describe(`simulator preconditions (${dialect})`, () => {
    const start = useSimulators();

    async function setUp() {
      const simulator = await start({ dialect });
      const id = await fetchArtifactId(simulator, 11);
      const field = (await fetchTrackerFields(simulator, 11)).getFieldId("title");
      let count = 0;
      const put = (conditions: Record<string, string> = {}) => {
        count += 1;
        const values = [{ field_id: field, value: `Version ${count}` }];
        const headers = { ...createKeyHeader(simulator.accounts.member), ...conditions };
        return sendJson(simulator, "PUT", `/artifacts/${id}`, { values }, headers);
      };
      const version = async () => {
        const { headers } = await fetchArtifact(simulator, id);
        return { etag: headers.etag ?? "", modified: headers["last-modified"] ?? "" };
      };
      return { simulator, id, put, version };
    }

    it("allow a write if etag, date or both are current", async () => {
      const { put, version, simulator } = await setUp();
      for (const names of [["If-Match"], ["If-Unmodified-Since"], ["If-Match", "If-Unmodified-Since"]]) {
        const { etag, modified } = await version();
        const all: Record<string, string> = { "If-Match": etag, "If-Unmodified-Since": modified };
        simulator.clock.advance(1000);
        const conditions = Object.fromEntries(names.map((name) => [name, all[name] ?? ""]));
        assert.equal((await put(conditions)).status, 200, names.join());
      }
    });

    it("fail with 412 if either is outdated, without changing anything", async () => {
      const { put, version, simulator, id } = await setUp();
      const outdated = await version();
      simulator.clock.advance(1000);
      await put();
      const { etag, modified } = await version();
      for (const conditions of [
        { "If-Match": outdated.etag },
        { "If-Unmodified-Since": outdated.modified },
        { "If-Match": outdated.etag, "If-Unmodified-Since": modified },
        { "If-Match": etag, "If-Unmodified-Since": outdated.modified },
        { "If-Match": "*" },
        { "If-Match": `W/${etag}` },
        { "If-Unmodified-Since": "yesterday-ish" },
        { "If-Unmodified-Since": "Tue, 01 Jan 2030 00:00:00 GMT" },
      ]) {
        const response = await put(conditions);
        assert.equal(response.status, 412, JSON.stringify(conditions));
        assert.match(getError(response)[1] ?? "", /^Precondition Failed/);
        assert.equal(response.headers.etag, undefined);
      }
      assert.equal(simulator.getChangesets(id).length, 1);
    });

    it("distinguish two versions within one second only in the documented dialect", async () => {
      const { put, version, simulator, id } = await setUp();
      await put();
      const first = await version();
      await put();
      const second = await version();
      assert.equal(first.modified, second.modified);
      assert.equal(first.etag === second.etag, dialect === "product");
      const outdatedWrite = await put({ "If-Match": first.etag });
      assert.equal(outdatedWrite.status, dialect === "product" ? 200 : 412);
      assert.equal(simulator.getChangesets(id).length, dialect === "product" ? 3 : 2);
    });
  });
}

describe("simulator preconditions (product)", () => {
  const start = useSimulators();
  it("fail with the own etag in quotes, and accept other date formats", async () => {
    const simulator = await start({ dialect: "product" });
    const id = await fetchArtifactId(simulator, 11);
    const key = createKeyHeader(simulator.accounts.admin);
    const { headers, data } = await fetchArtifact(simulator, id);
    const put = async (conditions: Record<string, string>) =>
      (await sendJson(simulator, "PUT", `/artifacts/${id}`, { values: [] }, { ...key, ...conditions }))
        .status;
    assert.equal(await put({ "If-Match": `"${headers.etag}"` }), 412);
    const { last_modified_date: date } = data as { readonly last_modified_date: string };
    assert.equal(await put({ "If-Unmodified-Since": date }), 200);
    assert.equal(await put({ "If-Unmodified-Since": new Date(date).toUTCString() }), 200);
  });

  it("have no etag in a compressed response to an update", async () => {
    const simulator = await start({ dialect: "product" });
    const headers = { ...createKeyHeader(simulator.accounts.admin), "Accept-Encoding": "gzip" };
    const response = await sendJson(
      simulator,
      "PUT",
      `/artifacts/${await fetchArtifactId(simulator, 11)}`,
      { values: [] },
      headers,
    );
    assert.deepEqual([response.status, response.text, response.headers.etag], [200, "", undefined]);
    assert.ok(response.headers["last-modified"]);
  });
});
