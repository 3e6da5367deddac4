import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { Simulator } from "../../simulator/simulator.ts";
import type { SimulatedAccount } from "../../simulator/state/user.ts";
import { sendRequest, sendJson, createKeyHeader } from "./sendRequest.ts";
import type { SimulatorResponse } from "./sendRequest.ts";
import { fetchArtifact, fetchTrackerFields, fetchArtifactId } from "./trackerFields.ts";
import { useSimulators } from "./useSimulators.ts";

const bugs = 11;
const hour = 60 * 60 * 1000;
const file = { name: "fog log.txt", file_size: 11, file_type: "text/plain", description: "Last night" };
const content = Buffer.from("hello world");
const bytesType = { "Content-Type": "application/offset+octet-stream" };
const version = { "Tus-Resumable": "1.0.0" };

interface CreatedUpload {
  readonly id: number;
  readonly download_href: string;
  readonly upload_href: string | null;
}

async function requestUpload(
  simulator: Simulator,
  body: object = file,
  account: SimulatedAccount = simulator.accounts.admin,
): Promise<SimulatorResponse> {
  const field = (await fetchTrackerFields(simulator, bugs)).getFieldId("attachment");
  return sendJson(simulator, "POST", `/tracker_fields/${field}/files`, body, createKeyHeader(account));
}

async function createUpload(simulator: Simulator, body: object = file): Promise<CreatedUpload> {
  const { status, data } = await requestUpload(simulator, body);
  assert.equal(status, 200);
  return data as CreatedUpload;
}

function sendTus(
  simulator: Simulator,
  method: string,
  id: number,
  headers: Readonly<Record<string, string>> = {},
  body?: Uint8Array,
): Promise<SimulatorResponse> {
  const key = createKeyHeader(simulator.accounts.admin);
  const bodyOption = body === undefined ? {} : { body };
  return sendRequest(simulator, `/uploads/tracker/file/${id}`, {
    method,
    headers: { ...key, ...version, ...headers },
    ...bodyOption,
  });
}

function appendBytes(
  simulator: Simulator,
  id: number,
  offset: number,
  body: Uint8Array,
): Promise<SimulatorResponse> {
  return sendTus(simulator, "PATCH", id, { ...bytesType, "Upload-Offset": String(offset) }, body);
}

async function attach(simulator: Simulator, ids: readonly number[], place = 0): Promise<SimulatorResponse> {
  const field_id = (await fetchTrackerFields(simulator, bugs)).getFieldId("attachment");
  const artifact = await fetchArtifactId(simulator, bugs, place);
  return sendJson(simulator, "PUT", `/artifacts/${artifact}`, { values: [{ field_id, value: ids }] });
}

function state({ status, headers }: SimulatorResponse): readonly unknown[] {
  return [status, headers["upload-length"], headers["upload-offset"], headers["tus-resumable"]];
}

describe("simulator uploads", () => {
  const start = useSimulators();

  it("are created for a field, sent in parts, and then attached", async () => {
    const simulator = await start({ dialect: "product" });
    const { id, ...addresses } = await createUpload(simulator);
    assert.deepEqual(addresses, {
      download_href: `/plugins/tracker/attachments/${id}-fog%20log.txt`,
      upload_href: `/uploads/tracker/file/${id}`,
    });
    assert.deepEqual(state(await sendTus(simulator, "HEAD", id)), [204, "11", "0", "1.0.0"]);
    assert.deepEqual(state(await appendBytes(simulator, id, 0, content.subarray(0, 4))), [
      204,
      undefined,
      "4",
      "1.0.0",
    ]);
    assert.equal((await attach(simulator, [id])).status, 404);
    assert.deepEqual(state(await sendTus(simulator, "HEAD", id)), [204, "11", "4", "1.0.0"]);
    await appendBytes(simulator, id, 4, content.subarray(4));
    assert.equal((await attach(simulator, [id])).status, 200);
    assert.equal((await sendTus(simulator, "HEAD", id)).status, 404);
    assert.equal(simulator.getFileSha256(id), createHash("sha256").update(content).digest("hex"));
    const field = (await fetchTrackerFields(simulator, bugs)).getFieldId("attachment");
    const entry = (await fetchArtifact(simulator, await fetchArtifactId(simulator, bugs))).entry(field);
    const descriptions = (entry?.["file_descriptions"] ?? []) as readonly Readonly<Record<string, unknown>>[];
    const [attached] = descriptions;
    assert.deepEqual(
      [attached?.["name"], attached?.["size"], attached?.["type"], attached?.["description"]],
      ["fog log.txt", 11, "text/plain", "Last night"],
    );
  });

  it("can be attached to a new artifact, several at once, and are deleted if omitted", async () => {
    const simulator = await start({ dialect: "product" });
    const trackerFields = await fetchTrackerFields(simulator, bugs);
    const ids: number[] = [];
    for (const name of ["one", "two"]) {
      const { id } = await createUpload(simulator, { ...file, name });
      await appendBytes(simulator, id, 0, content);
      ids.push(id);
    }
    const created = await sendJson(simulator, "POST", "/artifacts", {
      tracker: { id: bugs },
      values: [
        { field_id: trackerFields.getFieldId("title"), value: "Fog" },
        {
          field_id: trackerFields.getFieldId("status"),
          bind_value_ids: [trackerFields.getChoiceId("status", "New")],
        },
        { field_id: trackerFields.getFieldId("attachment"), value: ids },
      ],
    });
    assert.equal(created.status, 201, created.text);
    const values = [{ field_id: trackerFields.getFieldId("attachment"), value: ids.slice(1) }];
    const { id } = created.data as { readonly id: number };
    await sendJson(simulator, "PUT", `/artifacts/${id}`, { values });
    const statuses = ids.map(async (each) => {
      const headers = createKeyHeader(simulator.accounts.admin);
      return (await sendRequest(simulator, `/api/artifact_files/${each}`, { headers })).status;
    });
    assert.deepEqual(await Promise.all(statuses), [404, 200]);
  });

  it("are complete when created for an empty file", async () => {
    const simulator = await start({ dialect: "product" });
    const emptyUpload = await createUpload(simulator, { ...file, file_size: 0 });
    assert.equal(emptyUpload.upload_href, null);
    assert.equal((await attach(simulator, [emptyUpload.id])).status, 200);
  });

  it("require permission to submit and update the field, and a maximum size", async () => {
    const simulator = await start({ dialect: "product", uploadLimit: 100 });
    const { admin, outsider } = simulator.accounts;
    const trackerFields = await fetchTrackerFields(simulator, bugs);
    const post = async (fieldId: number, body: object = file, account = admin) =>
      (await sendJson(simulator, "POST", `/tracker_fields/${fieldId}/files`, body, createKeyHeader(account)))
        .status;
    const field = trackerFields.getFieldId("attachment");
    assert.deepEqual(
      [
        await post(987_654),
        await post(trackerFields.getFieldId("title")),
        await post(field, file, outsider),
        await post(field, { ...file, file_size: 101 }),
        await post(field, { ...file, file_size: "many" }),
        await post(field, { name: "x", file_type: "text/plain" }),
        await post(field, { ...file, file_size: 100 }),
        await post((await fetchTrackerFields(simulator, 22)).getFieldId("mockups"), file, outsider),
        (await sendRequest(simulator, `/api/tracker_fields/${field}/files`, { method: "POST" })).status,
      ],
      [404, 400, 403, 400, 400, 400, 200, 404, 401],
    );
    const tracker = await sendRequest(simulator, `/api/trackers/${bugs}`, {
      headers: createKeyHeader(admin),
    });
    const { fields } = tracker.data as { readonly fields: readonly Readonly<Record<string, unknown>>[] };
    const fileField = fields.find((each) => each["field_id"] === field);
    assert.deepEqual(
      [fileField?.["file_creation_uri"], fileField?.["max_size_upload"]],
      [`tracker_fields/${field}/files`, 100],
    );
  });

  it("are shared for the same name and size by one user, and conflict with those of others", async () => {
    const simulator = await start({ dialect: "product" });
    const { member } = simulator.accounts;
    const { id } = await createUpload(simulator);
    await appendBytes(simulator, id, 0, content.subarray(0, 3));
    assert.equal((await createUpload(simulator)).id, id);
    assert.notEqual((await createUpload(simulator, { ...file, file_size: 12 })).id, id);
    assert.equal((await requestUpload(simulator, file, member)).status, 409);
    await appendBytes(simulator, id, 3, content.subarray(3));
    assert.equal((await createUpload(simulator)).id, id);
    await attach(simulator, [id]);
    assert.notEqual((await createUpload(simulator)).id, id);
  });

  it("expire after four hours", async () => {
    const simulator = await start({ dialect: "product" });
    const { id } = await createUpload(simulator);
    await appendBytes(simulator, id, 0, content);
    simulator.clock.advance(4 * hour - 1);
    assert.equal((await sendTus(simulator, "HEAD", id)).status, 204);
    simulator.clock.advance(1);
    assert.equal((await sendTus(simulator, "HEAD", id)).status, 404);
    assert.equal((await attach(simulator, [id])).status, 404);
    assert.equal((await requestUpload(simulator, file, simulator.accounts.member)).status, 200);
  });

  it("check the protocol, in this order", async () => {
    const simulator = await start({ dialect: "product" });
    const { id } = await createUpload(simulator);
    const unlock = simulator.lockUpload(id);
    const offset = { "Upload-Offset": "5" };
    const rejections = [
      await sendTus(simulator, "POST", id),
      await sendTus(simulator, "PATCH", 987_654, { "Tus-Resumable": "0.2.2" }),
      await sendTus(simulator, "PATCH", 987_654),
      await sendTus(simulator, "PATCH", id, { "Content-Type": "application/octet-stream" }, content),
      await sendTus(simulator, "PATCH", id, bytesType, content),
      await sendTus(simulator, "PATCH", id, { ...bytesType, ...offset }, content),
    ];
    unlock();
    rejections.push(await sendTus(simulator, "PATCH", id, { ...bytesType, ...offset }, content));
    assert.deepEqual(
      rejections.map(({ status, text }) => [status, text]),
      [405, 412, 404, 415, 400, 423, 409].map((status) => [status, ""]),
    );
    assert.equal(rejections[1]?.headers["tus-version"], "1.0.0");
    assert.deepEqual(state(await sendTus(simulator, "HEAD", id)), [204, "11", "0", "1.0.0"]);
  });

  it("accept a method override header, describe their capabilities, and drop excess bytes", async () => {
    const simulator = await start({ dialect: "product" });
    const { id } = await createUpload(simulator);
    const options = await sendTus(simulator, "OPTIONS", id);
    assert.deepEqual(
      [options.status, options.headers["tus-version"], options.headers["tus-extension"]],
      [204, "1.0.0", "termination"],
    );
    const headers = { ...bytesType, "Upload-Offset": "0", "X-HTTP-Method-Override": "PATCH" };
    const excess = Buffer.concat([content, content]);
    assert.equal((await sendTus(simulator, "POST", id, headers, excess)).headers["upload-offset"], "11");
    assert.equal((await sendTus(simulator, "HEAD", id, headers)).status, 405);
    await attach(simulator, [id]);
    assert.equal(simulator.getFileSha256(id), createHash("sha256").update(content).digest("hex"));
  });

  it("keep the bytes received before a connection was closed", async () => {
    const simulator = await start({ dialect: "product" });
    const { id } = await createUpload(simulator);
    simulator.faults.add({
      method: "PATCH",
      path: /uploads/,
      times: 1,
      fault: { kind: "truncatedRequest", bytes: 4 },
    });
    await assert.rejects(appendBytes(simulator, id, 0, content));
    assert.deepEqual(state(await sendTus(simulator, "HEAD", id)), [204, "11", "4", "1.0.0"]);
    const { size, body } = simulator.requests.find(({ method }) => method === "PATCH") ?? {};
    assert.deepEqual([size, body], [11, ""]);
  });

  it("can be read and canceled by their user only", async () => {
    const simulator = await start({ dialect: "product" });
    const { id } = await createUpload(simulator);
    const { member } = simulator.accounts;
    const otherHeaders = [createKeyHeader(member), { "X-Auth-AccessKey": "nope" }];
    const path = `/uploads/tracker/file/${id}`;
    const fetchOffset = (headers: Readonly<Record<string, string>>) =>
      sendRequest(simulator, path, { method: "HEAD", headers: { ...headers, ...version } });
    assert.deepEqual(
      [...(await Promise.all(otherHeaders.map(fetchOffset))), await fetchOffset({})].map(
        ({ status }) => status,
      ),
      [404, 403, 404],
    );
    assert.equal((await sendTus(simulator, "DELETE", id)).status, 204);
    assert.equal((await sendTus(simulator, "DELETE", id)).status, 404);
    assert.notEqual((await createUpload(simulator)).id, id);
  });

  it("can be attached only by their user, to their field, and to one artifact", async () => {
    const simulator = await start({ dialect: "product" });
    const { id } = await createUpload(simulator);
    await appendBytes(simulator, id, 0, content);
    const story = await fetchArtifactId(simulator, 22);
    const otherField = [
      { field_id: (await fetchTrackerFields(simulator, 22)).getFieldId("mockups"), value: [id] },
    ];
    assert.equal(
      (await sendJson(simulator, "PUT", `/artifacts/${story}`, { values: otherField })).status,
      404,
    );
    const values = [
      { field_id: (await fetchTrackerFields(simulator, bugs)).getFieldId("attachment"), value: [id] },
    ];
    const path = `/artifacts/${await fetchArtifactId(simulator, bugs)}`;
    const member = createKeyHeader(simulator.accounts.member);
    assert.equal((await sendJson(simulator, "PUT", path, { values }, member)).status, 404);
    assert.equal((await attach(simulator, [id])).status, 200);
    assert.equal((await attach(simulator, [id], 1)).status, 500);
  });

  it("don't exist in the documented dialect", async () => {
    const simulator = await start({ dialect: "documented" });
    const headers = createKeyHeader(simulator.accounts.admin);
    const statuses = [
      await requestUpload(simulator),
      await sendJson(simulator, "POST", "/artifact_temporary_files", { name: "x" }),
      await sendRequest(simulator, "/api/artifact_temporary_files", { method: "OPTIONS", headers }),
      await sendTus(simulator, "HEAD", 1),
    ].map(({ status }) => status);
    assert.deepEqual(statuses, [404, 404, 404, 404]);
  });
});
