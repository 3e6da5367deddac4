import assert from "node:assert/strict";
import type { Dialect } from "../../simulator/simulator.ts";
import { problem, tell, withKey } from "./asking.ts";
import { artifactAt, formOf, idIn } from "./form.ts";
import { perTest } from "./perTest.ts";

for (const dialect of ["product", "documented"] satisfies Dialect[]) {
  describe(`simulator: updating on condition (${dialect})`, () => {
    const start = perTest();

    async function stage() {
      const simulator = await start({ dialect });
      const id = await idIn(simulator, 11);
      const field = (await formOf(simulator, 11)).id("title");
      let count = 0;
      const put = (conditions: Record<string, string> = {}) => {
        count += 1;
        const values = [{ field_id: field, value: `Version ${count}` }];
        const headers = { ...withKey(simulator.accounts.member), ...conditions };
        return tell(simulator, "PUT", `/artifacts/${id}`, { values }, headers);
      };
      const version = async () => {
        const { headers } = await artifactAt(simulator, id);
        return { etag: headers.etag ?? "", modified: headers["last-modified"] ?? "" };
      };
      return { simulator, id, put, version };
    }

    it("writes when tag, date or both are those of the last reading", async () => {
      const { put, version, simulator } = await stage();
      for (const names of [["If-Match"], ["If-Unmodified-Since"], ["If-Match", "If-Unmodified-Since"]]) {
        const { etag, modified } = await version();
        const all: Record<string, string> = { "If-Match": etag, "If-Unmodified-Since": modified };
        simulator.clock.advance(1000);
        const conditions = Object.fromEntries(names.map((name) => [name, all[name] ?? ""]));
        assert.equal((await put(conditions)).status, 200, names.join());
      }
    });

    it("refuses with 412 when either is not, and changes nothing", async () => {
      const { put, version, simulator, id } = await stage();
      const old = await version();
      simulator.clock.advance(1000);
      await put();
      const { etag, modified } = await version();
      for (const conditions of [
        { "If-Match": old.etag },
        { "If-Unmodified-Since": old.modified },
        { "If-Match": old.etag, "If-Unmodified-Since": modified },
        { "If-Match": etag, "If-Unmodified-Since": old.modified },
        { "If-Match": "*" },
        { "If-Match": `W/${etag}` },
        { "If-Unmodified-Since": "yesterday-ish" },
        { "If-Unmodified-Since": "Tue, 01 Jan 2030 00:00:00 GMT" },
      ]) {
        const reply = await put(conditions);
        assert.equal(reply.status, 412, JSON.stringify(conditions));
        assert.match(problem(reply)[1] ?? "", /^Precondition Failed/);
        assert.equal(reply.headers.etag, undefined);
      }
      assert.equal(simulator.changesets(id).length, 1);
    });

    it("tells apart two versions of one second, or can't", async () => {
      const { put, version, simulator, id } = await stage();
      await put();
      const first = await version();
      await put();
      const second = await version();
      assert.equal(first.modified, second.modified);
      assert.equal(first.etag === second.etag, dialect === "product");
      const lost = await put({ "If-Match": first.etag });
      assert.equal(lost.status, dialect === "product" ? 200 : 412);
      assert.equal(simulator.changesets(id).length, dialect === "product" ? 3 : 2);
    });
  });
}

describe("simulator: conditions as the product reads them", () => {
  const start = perTest();
  it("its own tag in quotes is another one, and a date may come in other forms", async () => {
    const simulator = await start({ dialect: "product" });
    const id = await idIn(simulator, 11);
    const key = withKey(simulator.accounts.admin);
    const { headers, data } = await artifactAt(simulator, id);
    const put = async (conditions: Record<string, string>) =>
      (await tell(simulator, "PUT", `/artifacts/${id}`, { values: [] }, { ...key, ...conditions })).status;
    assert.equal(await put({ "If-Match": `"${headers.etag}"` }), 412);
    const { last_modified_date: date } = data as { readonly last_modified_date: string };
    assert.equal(await put({ "If-Unmodified-Since": date }), 200);
    assert.equal(await put({ "If-Unmodified-Since": new Date(date).toUTCString() }), 200);
  });

  it("the tag of a compressed answer to an update is dropped too", async () => {
    const simulator = await start({ dialect: "product" });
    const headers = { ...withKey(simulator.accounts.admin), "Accept-Encoding": "gzip" };
    const reply = await tell(
      simulator,
      "PUT",
      `/artifacts/${await idIn(simulator, 11)}`,
      { values: [] },
      headers,
    );
    assert.deepEqual([reply.status, reply.text, reply.headers.etag], [200, "", undefined]);
    assert.ok(reply.headers["last-modified"]);
  });
});
