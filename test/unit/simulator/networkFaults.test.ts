import assert from "node:assert/strict";
import { request } from "node:http";
import { connect } from "node:net";
import type { Dialect, Simulator } from "../../simulator/simulator.ts";
import type { Fault } from "../../simulator/faults.ts";
import { sendRequest, getItems, sendJson, createKeyHeader } from "./sendRequest.ts";
import { fetchArtifact, fetchTrackerFields, fetchArtifactId } from "./trackerFields.ts";
import { useSimulators } from "./useSimulators.ts";

/** What arrives, complete or not: the bytes, the Content-Length, and whether the response ended normally. */
function receive(simulator: Simulator, path: string) {
  return new Promise<{ bytes: Buffer; announced: string | undefined; isComplete: boolean; chunks: number }>(
    (resolve, reject) => {
      const sent = request(`${simulator.url}${path}`, { agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", () => undefined);
        response.once("close", () =>
          resolve({
            bytes: Buffer.concat(chunks),
            announced: response.headers["content-length"],
            isComplete: response.complete,
            chunks: chunks.length,
          }),
        );
      });
      sent.once("error", reject);
      sent.end();
    },
  );
}

/** The raw response, which HTTP clients don't expose. */
async function receiveRaw(simulator: Simulator, path: string) {
  const socket = connect(Number(new URL(simulator.url).port), "127.0.0.1");
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const [head = "", body = ""] = Buffer.concat(chunks).toString("latin1").split("\r\n\r\n");
  return { head, body };
}

for (const dialect of ["product", "documented"] satisfies Dialect[]) {
  describe(`simulator network faults (${dialect})`, () => {
    const start = useSimulators();

    it("drop a write before or after it is processed", async () => {
      const simulator = await start({ dialect });
      const trackerFields = await fetchTrackerFields(simulator, 11);
      const id = await fetchArtifactId(simulator, 11);
      for (const [when, versions] of [
        ["before", 0],
        ["after", 1],
        ["during", 2],
      ] as const) {
        simulator.faults.add({
          method: "PUT",
          path: `/artifacts/${id}`,
          times: 1,
          fault: { kind: "drop", when },
        });
        const values = [{ field_id: trackerFields.getFieldId("title"), value: `Dropped ${when}` }];
        await assert.rejects(
          sendJson(simulator, "PUT", `/artifacts/${id}`, { values }),
          { code: "ECONNRESET" },
          when,
        );
        assert.equal(simulator.getChangesets(id).length, versions, when);
      }
      assert.equal((await fetchArtifact(simulator, id)).artifact.title, "Dropped during");
    });

    it("close the connection in the middle of a body, with or without Content-Length", async () => {
      const simulator = await start({ dialect });
      const path = "/api/trackers/11";
      const whole = await receive(simulator, path);
      const receiveWithFault = (fault: Fault) => {
        simulator.faults.add({ path: "/trackers/11", times: 1, fault });
        return receive(simulator, path);
      };
      const halfLength = Math.floor(whole.bytes.length / 2);
      const during = await receiveWithFault({ kind: "drop", when: "during" });
      assert.deepEqual(
        [during.bytes.length, during.announced, during.isComplete],
        [halfLength, undefined, false],
      );
      const truncated = await receiveWithFault({ kind: "truncatedResponse" });
      assert.deepEqual(
        [truncated.bytes.length, truncated.announced, truncated.isComplete],
        [halfLength, String(whole.bytes.length), false],
      );
      assert.deepEqual(truncated.bytes, whole.bytes.subarray(0, halfLength));
      assert.ok((await receive(simulator, path)).isComplete);
    });

    it("send a Content-Length that is too high or too low", async () => {
      const simulator = await start({ dialect });
      const { length } = (await receive(simulator, "/api/projects")).bytes;
      for (const by of [5, -5]) {
        simulator.faults.add({ path: "/projects", times: 1, fault: { kind: "wrongLength", by } });
        const { head, body } = await receiveRaw(simulator, "/api/projects");
        assert.match(head, new RegExp(`\r\nContent-Length: ${length + by}\r\n`));
        assert.equal(body.length, length);
      }
      simulator.faults.add({ path: "/projects", times: 1, fault: { kind: "wrongLength", by: 5 } });
      assert.equal((await receive(simulator, "/api/projects")).isComplete, false);
    });

    it("send a body in small chunks with pauses", async () => {
      const simulator = await start({ dialect });
      const whole = await receive(simulator, "/api/projects");
      simulator.faults.add({ path: "/projects", times: 1, fault: { kind: "trickle", bytes: 200, ms: 1 } });
      const slow = await receive(simulator, "/api/projects");
      assert.deepEqual(slow.bytes, whole.bytes);
      assert.ok(slow.chunks > whole.chunks);
    });

    it("respond with Retry-After, and with 502 as a gateway does", async () => {
      const simulator = await start({ dialect });
      const fault: Fault = { kind: "status", status: 503, headers: { "Retry-After": "7" } };
      simulator.faults.add({ path: "/projects", times: 1, fault });
      const later = await sendRequest(simulator, "/api/projects");
      assert.deepEqual([later.status, later.headers["retry-after"]], [503, "7"]);
      simulator.faults.add({ path: "/projects", times: 1, fault: { kind: "badGateway" } });
      const gateway = await sendRequest(simulator, "/api/projects");
      assert.deepEqual([gateway.status, gateway.headers["content-type"]], [502, "text/html"]);
      assert.match(gateway.text, /<h1>502 Bad Gateway<\/h1>/);
    });

    it("corrupt chunks of files", async () => {
      const simulator = await start({ dialect });
      const { id } = simulator.addFile({
        name: "x",
        type: "a/b",
        size: 999,
        artifactId: await fetchArtifactId(simulator, 11),
      });
      const headers = { ...createKeyHeader(simulator.accounts.admin), "Accept-Encoding": "gzip" };
      const fetchChunk = async (fault?: Fault) => {
        if (fault !== undefined) simulator.faults.add({ path: `/artifact_files/${id}`, times: 1, fault });
        const { data } = await sendRequest(simulator, `/api/artifact_files/${id}`, { headers });
        return (data as { readonly data: string }).data;
      };
      const intact = await fetchChunk();
      const corrupt = await fetchChunk({ kind: "corruptBase64" });
      assert.equal(corrupt.length, intact.length);
      assert.match(corrupt, /^[\w+/]+\*[\w+/]+=*$/);
      const lengths = [
        await fetchChunk({ kind: "chunkLength", by: -10 }),
        await fetchChunk({ kind: "chunkLength", by: 3 }),
      ];
      assert.deepEqual(
        lengths.map((text) => Buffer.from(text, "base64").length),
        [989, 1002],
      );
      assert.equal(await fetchChunk(), intact);
    });

    it("send the same page twice", async () => {
      const simulator = await start({ dialect });
      const headers = createKeyHeader(simulator.accounts.admin);
      const page = async (offset: number) =>
        getItems(
          await sendRequest(simulator, `/api/trackers/11/artifacts?offset=${offset}`, { headers }),
        ).map((row) => row.id);
      simulator.faults.add({
        path: "/trackers/11/artifacts",
        skip: 1,
        times: 1,
        fault: { kind: "staleResponse" },
      });
      const [first, repeated, second] = [await page(0), await page(100), await page(100)];
      assert.deepEqual(repeated, first);
      assert.notDeepEqual(second, first);
    });

    it("run another user's change between two requests", async () => {
      const simulator = await start({ dialect });
      const trackerFields = await fetchTrackerFields(simulator, 11);
      const id = await fetchArtifactId(simulator, 11);
      const { headers } = await fetchArtifact(simulator, id);
      const title = (value: string) => ({ values: [{ field_id: trackerFields.getFieldId("title"), value }] });
      const act = () => simulator.updateArtifact(id, title("Theirs"));
      simulator.faults.add({
        method: "PUT",
        path: `/artifacts/${id}`,
        times: 1,
        fault: { kind: "concurrentChange", act },
      });
      const condition = { ...createKeyHeader(simulator.accounts.admin), "If-Match": headers.etag ?? "" };
      const ownWrite = await sendJson(simulator, "PUT", `/artifacts/${id}`, title("Mine"), condition);
      assert.equal(ownWrite.status, 412);
      assert.equal((await fetchArtifact(simulator, id)).artifact.title, "Theirs");
      assert.equal(simulator.getChangesets(id)[0]?.submittedBy, simulator.accounts.member.id);
    });
  });
}

describe("simulator network faults in file downloads", () => {
  const start = useSimulators();
  it("close the connection in the middle of the stream", async () => {
    const simulator = await start({ dialect: "product" });
    const size = 700_001;
    const { id } = simulator.addFile({
      name: "x",
      type: "a/b",
      size,
      artifactId: await fetchArtifactId(simulator, 11),
    });
    const path = `/plugins/tracker/attachments/${id}-x`;
    simulator.faults.add({ path, times: 1, fault: { kind: "truncatedResponse" } });
    const halfLength = await receive(simulator, path);
    assert.deepEqual(
      [halfLength.bytes.length, halfLength.announced, halfLength.isComplete],
      [350_000, String(size), false],
    );
    assert.ok((await receive(simulator, path)).isComplete);
  });

  it("include clients that disconnect", async () => {
    const simulator = await start({ dialect: "product" });
    const size = 64 * 1024 * 1024;
    const { id } = simulator.addFile({
      name: "x",
      type: "a/b",
      size,
      artifactId: await fetchArtifactId(simulator, 11),
    });
    const sent = request(`${simulator.url}/plugins/tracker/attachments/${id}-x`, { agent: false });
    sent.on("error", () => undefined);
    sent.once("response", (response) => response.once("data", () => sent.destroy()));
    sent.end();
    while (simulator.maxRequestsInFlight < 1 || simulator.requestsInFlight > 0) {
      await new Promise(setImmediate);
    }
    assert.equal((await sendRequest(simulator, "/api/version")).status, 200);
  });
});
