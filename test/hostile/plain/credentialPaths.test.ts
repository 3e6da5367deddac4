import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Client, createClient } from "../../../src/api/client.ts";
import { defaultRetryPolicy } from "../../../src/api/network/retry.ts";

const key = "tlp-k1-2.70dcb2e8bedbea7d3fc040fd05fde955";

/** Paths of attachments. */
const attachmentPaths = [
  "/plugins/tracker/attachments/12-a.png",
  "/plugins/tracker/attachments/preview/12-a%20b.png",
];

/** Other paths on the same host; some servers would resolve the encoded ones outside of the folder. */
const otherPaths = [
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

interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly hasKey: boolean;
}

describe("an access key on a host with other applications", () => {
  let server: Server;
  let origin: string;
  let uploadHref = "";
  const requests: ReceivedRequest[] = [];
  const clients: Client[] = [];

  before(async () => {
    server = createServer((request, response) => {
      const hasKey = JSON.stringify(request.headers).includes(key);
      const { method = "", url: path = "" } = request;
      requests.push({ method, path, hasKey });
      request.resume().on("end", () => {
        const isUploadStart = path.includes("/tracker_fields/");
        const body = isUploadStart ? JSON.stringify({ id: 12, upload_href: uploadHref }) : "x";
        const type = isUploadStart ? "application/json" : "image/png";
        response.writeHead(200, { "content-type": type, "content-length": body.length }).end(body);
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    requests.length = 0;
    await Promise.all(clients.splice(0).map((client) => client.close()));
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  function createTestClient(root = ""): Client {
    const client = createClient({
      api: `${origin}${root}/api`,
      credential: { kind: "accessKey", key },
      caFile: undefined,
      observe: () => undefined,
      retry: { ...defaultRetryPolicy, attempts: 1 },
    });
    clients.push(client);
    return client;
  }

  function getPathsWithKey(): readonly string[] {
    return requests.filter(({ hasKey }) => hasKey).map(({ path }) => path);
  }

  it("is sent with requests for images that are attachments", async () => {
    for (const path of [...attachmentPaths, ...attachmentPaths.map((path) => `${origin}${path}`)]) {
      await createTestClient().fetchImage(path);
    }
    assert.deepEqual(getPathsWithKey(), [...attachmentPaths, ...attachmentPaths]);
  });

  it("is not sent with requests for images at other paths", async () => {
    for (const path of otherPaths) {
      await createTestClient()
        .fetchImage(path)
        .catch(() => undefined);
    }
    assert.ok(requests.length > otherPaths.length / 2);
    assert.deepEqual(getPathsWithKey(), []);
  });

  it("is not sent to other paths of downloads, which are not requested", async () => {
    const file = { id: 12, name: "a", size: 1, type: "image/png", description: "" };
    for (const page of otherPaths) {
      await createTestClient()
        .download({ ...file, page })
        .catch(() => undefined);
    }
    assert.ok(requests.length > 0);
    assert.deepEqual(
      requests.filter(({ path }) => !path.startsWith("/api/artifact_files/12")),
      [],
    );
    const { mode, abort } = await createTestClient().download({ ...file, page: attachmentPaths[0] });
    abort();
    assert.deepEqual([mode, getPathsWithKey().at(-1)], ["stream", attachmentPaths[0]]);
  });

  it("is not sent to other upload paths, which are not requested", async () => {
    const file = { name: "a.bin", size: 3, type: "text/plain", description: "" };
    const source = {
      read: (offset: number, length: number) =>
        Promise.resolve(Buffer.alloc(3).subarray(offset, offset + length)),
    };
    const invalidPaths = [...otherPaths, ...attachmentPaths].filter(
      (path) => path !== "/uploads/tracker/file/12",
    );
    for (const path of [
      ...invalidPaths,
      "/uploads/tracker/file/..%2f..%2fother",
      "/uploads/tracker/file/12/../../x",
      "/uploads/tracker/file/12?x",
    ]) {
      uploadHref = path;
      await assert.rejects(createTestClient().upload(1, file, source), {
        kind: "unexpectedResponse",
        reason: "foreignUrl",
      });
    }
    assert.deepEqual(
      requests.filter(({ path }) => !path.startsWith("/api/tracker_fields/")),
      [],
    );
    uploadHref = "/uploads/tracker/file/12";
    await createTestClient()
      .upload(1, file, source)
      .catch(() => undefined);
    assert.ok(getPathsWithKey().includes(uploadHref));
  });

  it("is sent only below the folder of the API", async () => {
    const innerPaths = attachmentPaths.map((path) => `/tuleap${path}`);
    for (const path of innerPaths) await createTestClient("/tuleap").fetchImage(path);
    assert.deepEqual(getPathsWithKey(), innerPaths);
    for (const path of [
      ...attachmentPaths,
      "/tuleap2/plugins/tracker/attachments/12-a.png",
      "/tuleap/../other/plugins/tracker/attachments/1-a",
    ]) {
      await createTestClient("/tuleap").fetchImage(path);
    }
    assert.deepEqual(getPathsWithKey(), innerPaths);
  });

  it("is not sent with API requests that a web server would resolve outside of the API", async () => {
    for (const uri of [
      "projects/..%2f..%2fother",
      "..%2fother",
      "projects/..%5c..%5cother",
      "x/%252e%252e%252fother",
      "../other",
    ]) {
      await createTestClient()
        .fetchRawResponse(uri, 1000)
        .catch(() => undefined);
      await createTestClient()
        .changesets(uri, { offset: 0, limit: 1 })
        .catch(() => undefined);
    }
    assert.deepEqual(requests, []);
  });
});
