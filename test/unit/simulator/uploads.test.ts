import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { Simulator } from "../../simulator/simulator.ts";
import type { SimulatedAccount } from "../../simulator/state/people.ts";
import { ask, tell, withKey } from "./asking.ts";
import type { Reply } from "./asking.ts";
import { artifactAt, formOf, idIn } from "./form.ts";
import { perTest } from "./perTest.ts";

const bugs = 11;
const hour = 60 * 60 * 1000;
const file = { name: "fog log.txt", file_size: 11, file_type: "text/plain", description: "Last night" };
const words = Buffer.from("hello world");
const bytesType = { "Content-Type": "application/offset+octet-stream" };
const version = { "Tus-Resumable": "1.0.0" };

interface Begun {
  readonly id: number;
  readonly download_href: string;
  readonly upload_href: string | null;
}

async function begin(
  simulator: Simulator,
  body: object = file,
  account: SimulatedAccount = simulator.accounts.admin,
): Promise<Reply> {
  const field = (await formOf(simulator, bugs)).id("attachment");
  return tell(simulator, "POST", `/tracker_fields/${field}/files`, body, withKey(account));
}

async function begun(simulator: Simulator, body: object = file): Promise<Begun> {
  const { status, data } = await begin(simulator, body);
  assert.equal(status, 200);
  return data as Begun;
}

function speak(
  simulator: Simulator,
  method: string,
  id: number,
  headers: Readonly<Record<string, string>> = {},
  body?: Uint8Array,
): Promise<Reply> {
  const key = withKey(simulator.accounts.admin);
  const given = body === undefined ? {} : { body };
  return ask(simulator, `/uploads/tracker/file/${id}`, {
    method,
    headers: { ...key, ...version, ...headers },
    ...given,
  });
}

function patch(simulator: Simulator, id: number, offset: number, body: Uint8Array): Promise<Reply> {
  return speak(simulator, "PATCH", id, { ...bytesType, "Upload-Offset": String(offset) }, body);
}

async function attach(simulator: Simulator, ids: readonly number[], place = 0): Promise<Reply> {
  const field_id = (await formOf(simulator, bugs)).id("attachment");
  const artifact = await idIn(simulator, bugs, place);
  return tell(simulator, "PUT", `/artifacts/${artifact}`, { values: [{ field_id, value: ids }] });
}

function state({ status, headers }: Reply): readonly unknown[] {
  return [status, headers["upload-length"], headers["upload-offset"], headers["tus-resumable"]];
}

describe("simulator: uploads", () => {
  const start = perTest();

  it("are begun at a field, filled piece by piece, and then attached", async () => {
    const simulator = await start({ dialect: "product" });
    const { id, ...addresses } = await begun(simulator);
    assert.deepEqual(addresses, {
      download_href: `/plugins/tracker/attachments/${id}-fog%20log.txt`,
      upload_href: `/uploads/tracker/file/${id}`,
    });
    assert.deepEqual(state(await speak(simulator, "HEAD", id)), [204, "11", "0", "1.0.0"]);
    assert.deepEqual(state(await patch(simulator, id, 0, words.subarray(0, 4))), [
      204,
      undefined,
      "4",
      "1.0.0",
    ]);
    assert.equal((await attach(simulator, [id])).status, 404);
    assert.deepEqual(state(await speak(simulator, "HEAD", id)), [204, "11", "4", "1.0.0"]);
    await patch(simulator, id, 4, words.subarray(4));
    assert.equal((await attach(simulator, [id])).status, 200);
    assert.equal((await speak(simulator, "HEAD", id)).status, 404);
    assert.equal(simulator.sha256(id), createHash("sha256").update(words).digest("hex"));
    const field = (await formOf(simulator, bugs)).id("attachment");
    const entry = (await artifactAt(simulator, await idIn(simulator, bugs))).entry(field);
    const descriptions = (entry?.["file_descriptions"] ?? []) as readonly Readonly<Record<string, unknown>>[];
    const [described] = descriptions;
    assert.deepEqual(
      [described?.["name"], described?.["size"], described?.["type"], described?.["description"]],
      ["fog log.txt", 11, "text/plain", "Last night"],
    );
  });

  it("go with a new artifact as well, several at once, and are erased when left out", async () => {
    const simulator = await start({ dialect: "product" });
    const form = await formOf(simulator, bugs);
    const ids: number[] = [];
    for (const name of ["one", "two"]) {
      const { id } = await begun(simulator, { ...file, name });
      await patch(simulator, id, 0, words);
      ids.push(id);
    }
    const created = await tell(simulator, "POST", "/artifacts", {
      tracker: { id: bugs },
      values: [
        { field_id: form.id("title"), value: "Fog" },
        { field_id: form.id("status"), bind_value_ids: [form.choice("status", "New")] },
        { field_id: form.id("attachment"), value: ids },
      ],
    });
    assert.equal(created.status, 201, created.text);
    const values = [{ field_id: form.id("attachment"), value: ids.slice(1) }];
    const { id } = created.data as { readonly id: number };
    await tell(simulator, "PUT", `/artifacts/${id}`, { values });
    const statuses = ids.map(async (each) => {
      const headers = withKey(simulator.accounts.admin);
      return (await ask(simulator, `/api/artifact_files/${each}`, { headers })).status;
    });
    assert.deepEqual(await Promise.all(statuses), [404, 200]);
  });

  it("of an empty file have arrived when they are begun", async () => {
    const simulator = await start({ dialect: "product" });
    const empty = await begun(simulator, { ...file, file_size: 0 });
    assert.equal(empty.upload_href, null);
    assert.equal((await attach(simulator, [empty.id])).status, 200);
  });

  it("are for files of a field that one may submit and change, up to a size", async () => {
    const simulator = await start({ dialect: "product", uploadLimit: 100 });
    const { admin, outsider } = simulator.accounts;
    const form = await formOf(simulator, bugs);
    const post = async (fieldId: number, body: object = file, account = admin) =>
      (await tell(simulator, "POST", `/tracker_fields/${fieldId}/files`, body, withKey(account))).status;
    const field = form.id("attachment");
    assert.deepEqual(
      [
        await post(987_654),
        await post(form.id("title")),
        await post(field, file, outsider),
        await post(field, { ...file, file_size: 101 }),
        await post(field, { ...file, file_size: "many" }),
        await post(field, { name: "x", file_type: "text/plain" }),
        await post(field, { ...file, file_size: 100 }),
        await post((await formOf(simulator, 22)).id("mockups"), file, outsider),
        (await ask(simulator, `/api/tracker_fields/${field}/files`, { method: "POST" })).status,
      ],
      [404, 400, 403, 400, 400, 400, 200, 404, 401],
    );
    const tracker = await ask(simulator, `/api/trackers/${bugs}`, { headers: withKey(admin) });
    const { fields } = tracker.data as { readonly fields: readonly Readonly<Record<string, unknown>>[] };
    const described = fields.find((each) => each["field_id"] === field);
    assert.deepEqual(
      [described?.["file_creation_uri"], described?.["max_size_upload"]],
      [`tracker_fields/${field}/files`, 100],
    );
  });

  it("of the same name and size share a slot for one person, and keep others out", async () => {
    const simulator = await start({ dialect: "product" });
    const { member } = simulator.accounts;
    const { id } = await begun(simulator);
    await patch(simulator, id, 0, words.subarray(0, 3));
    assert.equal((await begun(simulator)).id, id);
    assert.notEqual((await begun(simulator, { ...file, file_size: 12 })).id, id);
    assert.equal((await begin(simulator, file, member)).status, 409);
    await patch(simulator, id, 3, words.subarray(3));
    assert.equal((await begun(simulator)).id, id);
    await attach(simulator, [id]);
    assert.notEqual((await begun(simulator)).id, id);
  });

  it("live four hours", async () => {
    const simulator = await start({ dialect: "product" });
    const { id } = await begun(simulator);
    await patch(simulator, id, 0, words);
    simulator.clock.advance(4 * hour - 1);
    assert.equal((await speak(simulator, "HEAD", id)).status, 204);
    simulator.clock.advance(1);
    assert.equal((await speak(simulator, "HEAD", id)).status, 404);
    assert.equal((await attach(simulator, [id])).status, 404);
    assert.equal((await begin(simulator, file, simulator.accounts.member)).status, 200);
  });

  it("are strict about the protocol, in this order", async () => {
    const simulator = await start({ dialect: "product" });
    const { id } = await begun(simulator);
    const unlock = simulator.lockUpload(id);
    const offset = { "Upload-Offset": "5" };
    const refusals = [
      await speak(simulator, "POST", id),
      await speak(simulator, "PATCH", 987_654, { "Tus-Resumable": "0.2.2" }),
      await speak(simulator, "PATCH", 987_654),
      await speak(simulator, "PATCH", id, { "Content-Type": "application/octet-stream" }, words),
      await speak(simulator, "PATCH", id, bytesType, words),
      await speak(simulator, "PATCH", id, { ...bytesType, ...offset }, words),
    ];
    unlock();
    refusals.push(await speak(simulator, "PATCH", id, { ...bytesType, ...offset }, words));
    assert.deepEqual(
      refusals.map(({ status, text }) => [status, text]),
      [405, 412, 404, 415, 400, 423, 409].map((status) => [status, ""]),
    );
    assert.equal(refusals[1]?.headers["tus-version"], "1.0.0");
    assert.deepEqual(state(await speak(simulator, "HEAD", id)), [204, "11", "0", "1.0.0"]);
  });

  it("take a method from a header, tell what they can, and drop what is too much", async () => {
    const simulator = await start({ dialect: "product" });
    const { id } = await begun(simulator);
    const options = await speak(simulator, "OPTIONS", id);
    assert.deepEqual(
      [options.status, options.headers["tus-version"], options.headers["tus-extension"]],
      [204, "1.0.0", "termination"],
    );
    const headers = { ...bytesType, "Upload-Offset": "0", "X-HTTP-Method-Override": "PATCH" };
    const more = Buffer.concat([words, words]);
    assert.equal((await speak(simulator, "POST", id, headers, more)).headers["upload-offset"], "11");
    assert.equal((await speak(simulator, "HEAD", id, headers)).status, 405);
    await attach(simulator, [id]);
    assert.equal(simulator.sha256(id), createHash("sha256").update(words).digest("hex"));
  });

  it("keep what came before a connection broke", async () => {
    const simulator = await start({ dialect: "product" });
    const { id } = await begun(simulator);
    simulator.faults.add({
      method: "PATCH",
      path: /uploads/,
      times: 1,
      fault: { kind: "cutBody", bytes: 4 },
    });
    await assert.rejects(patch(simulator, id, 0, words));
    assert.deepEqual(state(await speak(simulator, "HEAD", id)), [204, "11", "4", "1.0.0"]);
    const { size, body } = simulator.requests.find(({ method }) => method === "PATCH") ?? {};
    assert.deepEqual([size, body], [11, ""]);
  });

  it("are for those who began them, who may give them up", async () => {
    const simulator = await start({ dialect: "product" });
    const { id } = await begun(simulator);
    const { member } = simulator.accounts;
    const others = [withKey(member), { "X-Auth-AccessKey": "nope" }];
    const path = `/uploads/tracker/file/${id}`;
    const head = (headers: Readonly<Record<string, string>>) =>
      ask(simulator, path, { method: "HEAD", headers: { ...headers, ...version } });
    assert.deepEqual(
      [...(await Promise.all(others.map(head))), await head({})].map(({ status }) => status),
      [404, 403, 404],
    );
    assert.equal((await speak(simulator, "DELETE", id)).status, 204);
    assert.equal((await speak(simulator, "DELETE", id)).status, 404);
    assert.notEqual((await begun(simulator)).id, id);
  });

  it("attach only where they belong: to their person, their field, one artifact", async () => {
    const simulator = await start({ dialect: "product" });
    const { id } = await begun(simulator);
    await patch(simulator, id, 0, words);
    const story = await idIn(simulator, 22);
    const elsewhere = [{ field_id: (await formOf(simulator, 22)).id("mockups"), value: [id] }];
    assert.equal((await tell(simulator, "PUT", `/artifacts/${story}`, { values: elsewhere })).status, 404);
    const values = [{ field_id: (await formOf(simulator, bugs)).id("attachment"), value: [id] }];
    const path = `/artifacts/${await idIn(simulator, bugs)}`;
    const member = withKey(simulator.accounts.member);
    assert.equal((await tell(simulator, "PUT", path, { values }, member)).status, 404);
    assert.equal((await attach(simulator, [id])).status, 200);
    assert.equal((await attach(simulator, [id], 1)).status, 500);
  });

  it("are nowhere in the documented dialect", async () => {
    const simulator = await start({ dialect: "documented" });
    const headers = withKey(simulator.accounts.admin);
    const statuses = [
      await begin(simulator),
      await tell(simulator, "POST", "/artifact_temporary_files", { name: "x" }),
      await ask(simulator, "/api/artifact_temporary_files", { method: "OPTIONS", headers }),
      await speak(simulator, "HEAD", 1),
    ].map(({ status }) => status);
    assert.deepEqual(statuses, [404, 404, 404, 404]);
  });
});
