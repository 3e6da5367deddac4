import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { Simulator } from "../../simulator/simulator.ts";
import { sendRequest, getError, sendJson, createKeyHeader } from "./sendRequest.ts";
import type { SimulatorResponse } from "./sendRequest.ts";
import { fetchTrackerFields, fetchArtifactId } from "./trackerFields.ts";
import { useSimulators } from "./useSimulators.ts";

const bugs = 11;
const mebibyte = 1_048_576;
const day = 24 * 60 * 60 * 1000;
const route = "/artifact_temporary_files";

function create(simulator: Simulator, content: Uint8Array, name = "a.bin"): Promise<SimulatorResponse> {
  const body = { name, mimetype: "application/octet-stream", content: base64(content) };
  return sendJson(simulator, "POST", route, { ...body, description: "Readings" });
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

function getId({ data }: SimulatorResponse): number {
  return (data as { readonly id: number }).id;
}

async function attach(simulator: Simulator, id: number): Promise<SimulatorResponse> {
  const field_id = (await fetchTrackerFields(simulator, bugs)).getFieldId("attachment");
  const path = `/artifacts/${await fetchArtifactId(simulator, bugs)}`;
  return sendJson(simulator, "PUT", path, { values: [{ field_id, value: [id] }] });
}

describe("simulator temporary files", () => {
  const start = useSimulators();

  it("are sent in numbered chunks and attached by their id", async () => {
    const simulator = await start({ dialect: "product" });
    const [one, two] = [Buffer.alloc(mebibyte, 1), Buffer.alloc(77, 2)];
    const created = await create(simulator, one);
    const id = getId(created);
    const file = {
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
    assert.deepEqual([created.status, created.data], [201, file]);
    const added = await sendJson(simulator, "PUT", `${route}/${id}`, { content: base64(two), offset: 2 });
    assert.deepEqual([added.status, added.data], [200, { ...file, size: mebibyte + 77 }]);
    assert.deepEqual(
      ["allow", "x-quota", "x-disk-usage", "x-upload-max-file-chunksize"].map((name) => added.headers[name]),
      ["OPTIONS, GET, PUT, DELETE", "67108864", String(mebibyte + 77), String(mebibyte)],
    );
    assert.equal((await attach(simulator, id)).status, 200);
    assert.equal(simulator.getFileSha256(id), createHash("sha256").update(one).update(two).digest("hex"));
    assert.equal(
      (await sendJson(simulator, "PUT", `${route}/${id}`, { content: "", offset: 3 })).status,
      404,
    );
  });

  it("are read, listed and deleted by their owner", async () => {
    const simulator = await start({ dialect: "product" });
    const { admin, member } = simulator.accounts;
    const id = getId(await create(simulator, Buffer.from("hello")));
    const as = (account: { readonly accessKey: string }, path: string, method = "GET") =>
      sendRequest(simulator, `/api${route}${path}`, { method, headers: createKeyHeader(account) });
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

  it("reject invalid base64, large chunks, an exceeded quota, and chunks out of order", async () => {
    const simulator = await start({ dialect: "product", uploadLimit: mebibyte + 10 });
    const id = getId(await create(simulator, Buffer.alloc(mebibyte)));
    const rejections = [
      await sendJson(simulator, "POST", route, { name: "x", mimetype: "text/plain", content: "***" }),
      await sendJson(simulator, "POST", route, { name: "x", content: "" }),
      await create(simulator, Buffer.alloc(mebibyte + 1)),
      await create(simulator, Buffer.alloc(11)),
      await sendJson(simulator, "PUT", `${route}/${id}`, { content: "YWJj", offset: 3 }),
      await sendJson(simulator, "PUT", `${route}/${id}`, { content: "YWJj" }),
      await sendJson(simulator, "PUT", `${route}/987654`, { content: "YWJj", offset: 2 }),
    ];
    assert.deepEqual(
      rejections.map((each) => getError(each)[0]),
      [400, 400, 400, 400, 400, 400, 404],
    );
    assert.equal((await create(simulator, Buffer.alloc(10))).status, 201);
  });

  it("expire three days after their last chunk", async () => {
    const simulator = await start({ dialect: "product" });
    const id = getId(await create(simulator, Buffer.from("a")));
    simulator.clock.advance(3 * day - 1);
    assert.equal(
      (await sendJson(simulator, "PUT", `${route}/${id}`, { content: "YWJj", offset: 2 })).status,
      200,
    );
    simulator.clock.advance(3 * day - 1);
    assert.equal((await attach(simulator, id)).status, 200);
    const other = getId(await create(simulator, Buffer.from("a")));
    simulator.clock.advance(3 * day);
    assert.equal((await attach(simulator, other)).status, 404);
  });
});
