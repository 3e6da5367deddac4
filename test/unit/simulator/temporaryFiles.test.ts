import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { Simulator } from "../../simulator/simulator.ts";
import { ask, problem, tell, withKey } from "./asking.ts";
import type { Reply } from "./asking.ts";
import { formOf, idIn } from "./form.ts";
import { perTest } from "./perTest.ts";

const bugs = 11;
const mebibyte = 1_048_576;
const day = 24 * 60 * 60 * 1000;
const route = "/artifact_temporary_files";

function create(simulator: Simulator, content: Uint8Array, name = "a.bin"): Promise<Reply> {
  const body = { name, mimetype: "application/octet-stream", content: base64(content) };
  return tell(simulator, "POST", route, { ...body, description: "Readings" });
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

function idOf({ data }: Reply): number {
  return (data as { readonly id: number }).id;
}

async function attach(simulator: Simulator, id: number): Promise<Reply> {
  const field_id = (await formOf(simulator, bugs)).id("attachment");
  const path = `/artifacts/${await idIn(simulator, bugs)}`;
  return tell(simulator, "PUT", path, { values: [{ field_id, value: [id] }] });
}

describe("simulator: temporary files", () => {
  const start = perTest();

  it("grow by numbered chunks and are attached by their id", async () => {
    const simulator = await start({ dialect: "product" });
    const [one, two] = [Buffer.alloc(mebibyte, 1), Buffer.alloc(77, 2)];
    const created = await create(simulator, one);
    const id = idOf(created);
    const described = {
      id,
      submitted_by: simulator.accounts.admin.id,
      description: "Readings",
      name: "a.bin",
      size: mebibyte,
      type: "application/octet-stream",
      html_url: null,
      html_preview_url: null,
      uri: `artifact_files/${id}`,
    };
    assert.deepEqual([created.status, created.data], [201, described]);
    const added = await tell(simulator, "PUT", `${route}/${id}`, { content: base64(two), offset: 2 });
    assert.deepEqual([added.status, added.data], [200, { ...described, size: mebibyte + 77 }]);
    assert.deepEqual(
      ["allow", "x-quota", "x-disk-usage", "x-upload-max-file-chunksize"].map((name) => added.headers[name]),
      ["OPTIONS, GET, PUT, DELETE", "67108864", String(mebibyte + 77), String(mebibyte)],
    );
    assert.equal((await attach(simulator, id)).status, 200);
    assert.equal(simulator.sha256(id), createHash("sha256").update(one).update(two).digest("hex"));
    assert.equal((await tell(simulator, "PUT", `${route}/${id}`, { content: "", offset: 3 })).status, 404);
  });

  it("are read, listed and removed by those who made them", async () => {
    const simulator = await start({ dialect: "product" });
    const { admin, member } = simulator.accounts;
    const id = idOf(await create(simulator, Buffer.from("hello")));
    const as = (account: { readonly accessKey: string }, path: string, method = "GET") =>
      ask(simulator, `/api${route}${path}`, { method, headers: withKey(account) });
    const read = await as(admin, `/${id}?offset=1&limit=3`);
    assert.deepEqual(
      [read.data, read.headers["x-pagination-size"]],
      [{ data: base64(Buffer.from("ell")) }, "5"],
    );
    const listed = await as(admin, "?limit=1");
    assert.deepEqual(
      [(listed.data as readonly unknown[]).length, listed.headers["x-pagination-size"]],
      [1, "1"],
    );
    assert.deepEqual((await as(member, "")).data, []);
    assert.deepEqual(
      [
        (await as(member, `/${id}`)).status,
        (await as(member, `/${id}`, "DELETE")).status,
        (await as(admin, "?limit=51")).status,
        (await as(admin, `/${id}`, "DELETE")).status,
        (await as(admin, `/${id}`)).status,
      ],
      [401, 401, 400, 200, 404],
    );
  });

  it("refuse what is no base64, too much at once, too much altogether, or out of turn", async () => {
    const simulator = await start({ dialect: "product", uploadLimit: mebibyte + 10 });
    const id = idOf(await create(simulator, Buffer.alloc(mebibyte)));
    const refusals = [
      await tell(simulator, "POST", route, { name: "x", mimetype: "text/plain", content: "***" }),
      await tell(simulator, "POST", route, { name: "x", content: "" }),
      await create(simulator, Buffer.alloc(mebibyte + 1)),
      await create(simulator, Buffer.alloc(11)),
      await tell(simulator, "PUT", `${route}/${id}`, { content: "YWJj", offset: 3 }),
      await tell(simulator, "PUT", `${route}/${id}`, { content: "YWJj" }),
      await tell(simulator, "PUT", `${route}/987654`, { content: "YWJj", offset: 2 }),
    ];
    assert.deepEqual(
      refusals.map((each) => problem(each)[0]),
      [400, 400, 400, 400, 400, 400, 404],
    );
    assert.equal((await create(simulator, Buffer.alloc(10))).status, 201);
  });

  it("wait for three days after their last chunk", async () => {
    const simulator = await start({ dialect: "product" });
    const id = idOf(await create(simulator, Buffer.from("a")));
    simulator.clock.advance(3 * day - 1);
    assert.equal(
      (await tell(simulator, "PUT", `${route}/${id}`, { content: "YWJj", offset: 2 })).status,
      200,
    );
    simulator.clock.advance(3 * day - 1);
    assert.equal((await attach(simulator, id)).status, 200);
    const other = idOf(await create(simulator, Buffer.from("a")));
    simulator.clock.advance(3 * day);
    assert.equal((await attach(simulator, other)).status, 404);
  });
});
