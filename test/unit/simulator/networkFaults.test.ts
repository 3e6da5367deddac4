import assert from "node:assert/strict";
import { request } from "node:http";
import { connect } from "node:net";
import type { Dialect, Simulator } from "../../simulator/simulator.ts";
import type { Fault } from "../../simulator/faults.ts";
import { ask, rows, tell, withKey } from "./asking.ts";
import { artifactAt, formOf, idIn } from "./form.ts";
import { perTest } from "./perTest.ts";

/** What arrives, whole or not: the bytes, how many were announced, and whether the end came as promised. */
function receive(simulator: Simulator, path: string) {
  return new Promise<{ bytes: Buffer; announced: string | undefined; isComplete: boolean; pieces: number }>(
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
            pieces: chunks.length,
          }),
        );
      });
      sent.once("error", reject);
      sent.end();
    },
  );
}

/** The answer as it goes over the wire, which no client would hand out. */
async function overhear(simulator: Simulator, path: string) {
  const socket = connect(Number(new URL(simulator.url).port), "127.0.0.1");
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const [head = "", body = ""] = Buffer.concat(chunks).toString("latin1").split("\r\n\r\n");
  return { head, body };
}

for (const dialect of ["product", "documented"] satisfies Dialect[]) {
  describe(`simulator: a bad network (${dialect})`, () => {
    const start = perTest();

    it("drops a write before or after it was carried out", async () => {
      const simulator = await start({ dialect });
      const form = await formOf(simulator, 11);
      const id = await idIn(simulator, 11);
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
        const values = [{ field_id: form.id("title"), value: `Dropped ${when}` }];
        await assert.rejects(
          tell(simulator, "PUT", `/artifacts/${id}`, { values }),
          { code: "ECONNRESET" },
          when,
        );
        assert.equal(simulator.changesets(id).length, versions, when);
      }
      assert.equal((await artifactAt(simulator, id)).artifact.title, "Dropped during");
    });

    it("breaks off in the middle of a body, its length announced or not", async () => {
      const simulator = await start({ dialect });
      const path = "/api/trackers/11";
      const whole = await receive(simulator, path);
      const spoiled = (fault: Fault) => {
        simulator.faults.add({ path: "/trackers/11", times: 1, fault });
        return receive(simulator, path);
      };
      const half = Math.floor(whole.bytes.length / 2);
      const during = await spoiled({ kind: "drop", when: "during" });
      assert.deepEqual([during.bytes.length, during.announced, during.isComplete], [half, undefined, false]);
      const truncated = await spoiled({ kind: "truncated" });
      assert.deepEqual(
        [truncated.bytes.length, truncated.announced, truncated.isComplete],
        [half, String(whole.bytes.length), false],
      );
      assert.deepEqual(truncated.bytes, whole.bytes.subarray(0, half));
      assert.ok((await receive(simulator, path)).isComplete);
    });

    it("announces more than it sends, or less", async () => {
      const simulator = await start({ dialect });
      const { length } = (await receive(simulator, "/api/projects")).bytes;
      for (const by of [5, -5]) {
        simulator.faults.add({ path: "/projects", times: 1, fault: { kind: "wrongLength", by } });
        const { head, body } = await overhear(simulator, "/api/projects");
        assert.match(head, new RegExp(`\r\nContent-Length: ${length + by}\r\n`));
        assert.equal(body.length, length);
      }
      simulator.faults.add({ path: "/projects", times: 1, fault: { kind: "wrongLength", by: 5 } });
      assert.equal((await receive(simulator, "/api/projects")).isComplete, false);
    });

    it("trickles", async () => {
      const simulator = await start({ dialect });
      const whole = await receive(simulator, "/api/projects");
      simulator.faults.add({ path: "/projects", times: 1, fault: { kind: "trickle", bytes: 200, ms: 1 } });
      const slow = await receive(simulator, "/api/projects");
      assert.deepEqual(slow.bytes, whole.bytes);
      assert.ok(slow.pieces > whole.pieces);
    });

    it("asks to come back later, and fails as a gateway does", async () => {
      const simulator = await start({ dialect });
      const fault: Fault = { kind: "status", status: 503, headers: { "Retry-After": "7" } };
      simulator.faults.add({ path: "/projects", times: 1, fault });
      const later = await ask(simulator, "/api/projects");
      assert.deepEqual([later.status, later.headers["retry-after"]], [503, "7"]);
      simulator.faults.add({ path: "/projects", times: 1, fault: { kind: "badGateway" } });
      const gateway = await ask(simulator, "/api/projects");
      assert.deepEqual([gateway.status, gateway.headers["content-type"]], [502, "text/html"]);
      assert.match(gateway.text, /<h1>502 Bad Gateway<\/h1>/);
    });

    it("spoils chunks of files", async () => {
      const simulator = await start({ dialect });
      const { id } = simulator.addFile({
        name: "x",
        type: "a/b",
        size: 999,
        artifactId: await idIn(simulator, 11),
      });
      const headers = { ...withKey(simulator.accounts.admin), "Accept-Encoding": "gzip" };
      const read = async (fault?: Fault) => {
        if (fault !== undefined) simulator.faults.add({ path: `/artifact_files/${id}`, times: 1, fault });
        const { data } = await ask(simulator, `/api/artifact_files/${id}`, { headers });
        return (data as { readonly data: string }).data;
      };
      const good = await read();
      const corrupt = await read({ kind: "corruptBase64" });
      assert.equal(corrupt.length, good.length);
      assert.match(corrupt, /^[\w+/]+\*[\w+/]+=*$/);
      const lengths = [
        await read({ kind: "chunkLength", by: -10 }),
        await read({ kind: "chunkLength", by: 3 }),
      ];
      assert.deepEqual(
        lengths.map((text) => Buffer.from(text, "base64").length),
        [989, 1002],
      );
      assert.equal(await read(), good);
    });

    it("gives the same page twice", async () => {
      const simulator = await start({ dialect });
      const headers = withKey(simulator.accounts.admin);
      const page = async (offset: number) =>
        rows(await ask(simulator, `/api/trackers/11/artifacts?offset=${offset}`, { headers })).map(
          (row) => row.id,
        );
      simulator.faults.add({ path: "/trackers/11/artifacts", skip: 1, times: 1, fault: { kind: "stale" } });
      const [first, again, second] = [await page(0), await page(100), await page(100)];
      assert.deepEqual(again, first);
      assert.notDeepEqual(second, first);
    });

    it("lets somebody else write between two requests", async () => {
      const simulator = await start({ dialect });
      const form = await formOf(simulator, 11);
      const id = await idIn(simulator, 11);
      const { headers } = await artifactAt(simulator, id);
      const title = (value: string) => ({ values: [{ field_id: form.id("title"), value }] });
      const act = () => simulator.write(id, title("Theirs"));
      simulator.faults.add({
        method: "PUT",
        path: `/artifacts/${id}`,
        times: 1,
        fault: { kind: "meanwhile", act },
      });
      const condition = { ...withKey(simulator.accounts.admin), "If-Match": headers.etag ?? "" };
      const mine = await tell(simulator, "PUT", `/artifacts/${id}`, title("Mine"), condition);
      assert.equal(mine.status, 412);
      assert.equal((await artifactAt(simulator, id)).artifact.title, "Theirs");
      assert.equal(simulator.changesets(id)[0]?.submittedBy, simulator.accounts.member.id);
    });
  });
}

describe("simulator: a bad network for raw files", () => {
  const start = perTest();
  it("breaks off in the middle of the stream", async () => {
    const simulator = await start({ dialect: "product" });
    const size = 700_001;
    const { id } = simulator.addFile({ name: "x", type: "a/b", size, artifactId: await idIn(simulator, 11) });
    const path = `/plugins/tracker/attachments/${id}-x`;
    simulator.faults.add({ path, times: 1, fault: { kind: "truncated" } });
    const half = await receive(simulator, path);
    assert.deepEqual([half.bytes.length, half.announced, half.isComplete], [350_000, String(size), false]);
    assert.ok((await receive(simulator, path)).isComplete);
  });

  it("survives a reader who goes away", async () => {
    const simulator = await start({ dialect: "product" });
    const size = 64 * 1024 * 1024;
    const { id } = simulator.addFile({ name: "x", type: "a/b", size, artifactId: await idIn(simulator, 11) });
    const sent = request(`${simulator.url}/plugins/tracker/attachments/${id}-x`, { agent: false });
    sent.on("error", () => undefined);
    sent.once("response", (response) => response.once("data", () => sent.destroy()));
    sent.end();
    while (simulator.mostInFlight < 1 || simulator.inFlight > 0) await new Promise(setImmediate);
    assert.equal((await ask(simulator, "/api/version")).status, 200);
  });
});
