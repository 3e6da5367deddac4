import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Client, createClient } from "../../../src/api/client.ts";
import { usualRetry } from "../../../src/api/network/retry.ts";

const key = "tlp-k1-2.70dcb2e8bedbea7d3fc040fd05fde955";

/** Each as it is written in a text, and the path that is asked for. */
const own = ["/plugins/tracker/attachments/12-a.png", "/plugins/tracker/attachments/preview/12-a%20b.png"];

/** On the same host, and no attachment. Some servers would follow the encoded ones out of the folder. */
const others = [
  "/",
  "/other/app",
  "/other/plugins/tracker/attachments/12-a.png",
  "/plugins/tracker/",
  "/plugins/tracker/?func=show-attachment&id=12",
  "/plugins/tracker/attachments/",
  "/plugins/tracker/attachments/a.png",
  "/plugins/tracker/attachments/12-a/b.png",
  "/plugins/tracker/attachments/12-a.png?to=/other",
  "/plugins/tracker/attachments/../../other/12-a.png",
  "/plugins/tracker/attachments/%2e%2e/%2e%2e/other/12-a.png",
  "/plugins/tracker/attachments/..%2f..%2fother",
  "/plugins/tracker/attachments/12-..%2f..%2f..%2fother",
  "/plugins/tracker/attachments/12-a%2F..%2F..%2F..%2F..%2Fother",
  "/plugins/tracker/attachments/12-a%252f..%252f..%252fother",
  "/plugins/tracker/attachments/12-a%5c..%5c..%5cother",
  "/plugins/tracker/attachments\\..\\..\\other",
  "/plugins/tracker/attachments;x/12-a.png",
  "/plugins//tracker/attachments/12-a.png",
  "//plugins/tracker/attachments/12-a.png",
  "/PLUGINS/tracker/attachments/12-a.png",
  "/plugins/tracker/attachments/preview/preview/12-a.png",
  "/uploads/tracker/file/12",
  "/api/plugins/tracker/attachments/12-a.png",
  "/api/users/self",
  "/apiother/plugins/tracker/attachments/12-a.png",
];

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly hasKey: boolean;
}

describe("a key on a host with other programs", () => {
  let server: Server;
  let origin: string;
  let uploadHref = "";
  const asked: Asked[] = [];
  const opened: Client[] = [];

  before(async () => {
    server = createServer((request, response) => {
      const hasKey = JSON.stringify(request.headers).includes(key);
      const { method = "", url: path = "" } = request;
      asked.push({ method, path, hasKey });
      request.resume().on("end", () => {
        const isBegun = path.includes("/tracker_fields/");
        const body = isBegun ? JSON.stringify({ id: 12, upload_href: uploadHref }) : "x";
        const type = isBegun ? "application/json" : "image/png";
        response.writeHead(200, { "content-type": type, "content-length": body.length }).end(body);
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    asked.length = 0;
    await Promise.all(opened.splice(0).map((client) => client.close()));
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  function client(root = ""): Client {
    const created = createClient({
      api: `${origin}${root}/api`,
      credential: { kind: "accessKey", key },
      caFile: undefined,
      observe: () => undefined,
      retry: { ...usualRetry, attempts: 1 },
    });
    opened.push(created);
    return created;
  }

  function withKey(): readonly string[] {
    return asked.filter(({ hasKey }) => hasKey).map(({ path }) => path);
  }

  it("goes along with images that are attachments", async () => {
    for (const path of [...own, ...own.map((each) => `${origin}${each}`)]) await client().image(path);
    assert.deepEqual(withKey(), [...own, ...own]);
  });

  it("doesn't go along with images at any other path, which are asked for without it", async () => {
    for (const path of others) {
      await client()
        .image(path)
        .catch(() => undefined);
    }
    assert.ok(asked.length > others.length / 2);
    assert.deepEqual(withKey(), []);
  });

  it("doesn't go along with downloads that are said to lie at another path, which are not asked for", async () => {
    const file = { id: 12, name: "a", size: 1, type: "image/png", description: "" };
    for (const page of others) {
      await client()
        .download({ ...file, page })
        .catch(() => undefined);
    }
    assert.ok(asked.length > 0);
    assert.deepEqual(
      asked.filter(({ path }) => !path.startsWith("/api/artifact_files/12")),
      [],
    );
    const { way, giveUp } = await client().download({ ...file, page: own[0] });
    giveUp();
    assert.deepEqual([way, withKey().at(-1)], ["stream", own[0]]);
  });

  it("doesn't go along with uploads to another path, which are not asked for", async () => {
    const file = { name: "a.bin", size: 3, type: "text/plain", description: "" };
    const source = {
      read: (offset: number, length: number) =>
        Promise.resolve(Buffer.alloc(3).subarray(offset, offset + length)),
    };
    const wrong = [...others, ...own].filter((path) => path !== "/uploads/tracker/file/12");
    for (const path of [
      ...wrong,
      "/uploads/tracker/file/..%2f..%2fother",
      "/uploads/tracker/file/12/../../x",
      "/uploads/tracker/file/12?x",
    ]) {
      uploadHref = path;
      await assert.rejects(client().upload(1, file, source), {
        kind: "notUnderstood",
        reason: "foreignAddress",
      });
    }
    assert.deepEqual(
      asked.filter(({ path }) => !path.startsWith("/api/tracker_fields/")),
      [],
    );
    uploadHref = "/uploads/tracker/file/12";
    await client()
      .upload(1, file, source)
      .catch(() => undefined);
    assert.ok(withKey().includes(uploadHref));
  });

  it("stays below the folder that the API lies in", async () => {
    const inside = own.map((path) => `/tuleap${path}`);
    for (const path of inside) await client("/tuleap").image(path);
    assert.deepEqual(withKey(), inside);
    for (const path of [
      ...own,
      "/tuleap2/plugins/tracker/attachments/12-a.png",
      "/tuleap/../other/plugins/tracker/attachments/1-a",
    ]) {
      await client("/tuleap").image(path);
    }
    assert.deepEqual(withKey(), inside);
  });

  it("doesn't go along with requests to the API that a web server would lead out of it", async () => {
    for (const uri of [
      "projects/..%2f..%2fother",
      "..%2fother",
      "projects/..%5c..%5cother",
      "x/%252e%252e%252fother",
      "../other",
    ]) {
      await client()
        .raw(uri, 1000)
        .catch(() => undefined);
      await client()
        .changesets(uri, { offset: 0, limit: 1 })
        .catch(() => undefined);
    }
    assert.deepEqual(asked, []);
  });
});
