import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { crc32, inflateSync } from "node:zlib";
import { createPng, createPngOfSize } from "../../simulator/state/createPng.ts";
import { sendRequest, createKeyHeader } from "./sendRequest.ts";
import { fetchArtifact, fetchTrackerFields, fetchArtifactId } from "./trackerFields.ts";
import { useSimulators } from "./useSimulators.ts";

/** The chunks of a PNG, parsed as specified, including checksums. */
function parseChunks(image: Buffer): ReadonlyMap<string, Buffer> {
  assert.equal(image.subarray(0, 8).toString("latin1"), "\u0089PNG\r\n\u001a\n");
  const chunks = new Map<string, Buffer>();
  let at = 8;
  while (at < image.length) {
    const length = image.readUInt32BE(at);
    const body = image.subarray(at + 4, at + 8 + length);
    assert.equal(image.readUInt32BE(at + 8 + length), crc32(body));
    chunks.set(body.subarray(0, 4).toString("latin1"), body.subarray(4));
    at += 12 + length;
  }
  assert.equal(at, image.length);
  return chunks;
}

describe("simulator images", () => {
  const start = useSimulators();

  it("are valid PNG files", () => {
    const chunks = parseChunks(createPng(5, 3, [255, 0, 0]));
    const header = chunks.get("IHDR");
    assert.deepEqual([header?.readUInt32BE(0), header?.readUInt32BE(4)], [5, 3]);
    assert.equal(inflateSync(chunks.get("IDAT") ?? Buffer.alloc(0)).length, 3 * (1 + 5 * 3));
    assert.deepEqual([...chunks.keys()], ["IHDR", "IDAT", "IEND"]);
  });

  it("have the requested size, down to the smallest", () => {
    for (const size of [1000, 1001, 65_536]) {
      const image = createPngOfSize(size, [0, 0, 255]);
      assert.ok(image);
      assert.equal(image.length, size);
      assert.ok(parseChunks(image).has("IEND"));
    }
    assert.equal(createPngOfSize(20, [0, 0, 255]), undefined);
  });

  it("are served at the URL in their artifact, with their content type", async () => {
    const simulator = await start({ dialect: "product" });
    const id = await fetchArtifactId(simulator, 11);
    const content = createPng(4, 4, [0, 128, 0]);
    const added = simulator.addFile({ name: "green.png", type: "image/png", content, artifactId: id });
    assert.equal(added.sha256, createHash("sha256").update(content).digest("hex"));
    const field = (await fetchTrackerFields(simulator, 11)).getFieldId("attachment");
    const files = (await fetchArtifact(simulator, id)).entry(field)?.["file_descriptions"];
    const file = (files as readonly Readonly<Record<string, unknown>>[]).find(
      (each) => each["id"] === added.id,
    );
    assert.equal(file?.["size"], content.length);
    for (const member of ["html_url", "html_preview_url"]) {
      const headers = createKeyHeader(simulator.accounts.member);
      const response = await sendRequest(simulator, String(file[member]), { headers });
      assert.deepEqual([response.status, response.headers["content-type"]], [200, "image/png"], member);
      assert.ok(response.bytes.equals(content));
    }
  });

  it("are the default content of files with that type", async () => {
    const simulator = await start({ dialect: "product" });
    const artifactId = await fetchArtifactId(simulator, 11);
    const { id } = simulator.addFile({ name: "a.png", type: "image/png", size: 5000, artifactId });
    const headers = createKeyHeader(simulator.accounts.member);
    const { bytes } = await sendRequest(simulator, `/plugins/tracker/attachments/${id}-a.png`, { headers });
    assert.equal(bytes.length, 5000);
    assert.ok(parseChunks(bytes).has("IDAT"));
  });

  it("can be linked in a text", async () => {
    const simulator = await start({ dialect: "product" });
    const id = await fetchArtifactId(simulator, 11);
    const field_id = (await fetchTrackerFields(simulator, 11)).getFieldId("details");
    const content = `<p><img src="/plugins/tracker/attachments/12-a.png"></p>`;
    simulator.updateArtifact(id, { values: [{ field_id, value: { content, format: "html" } }] });
    assert.equal((await fetchArtifact(simulator, id)).entry(field_id)?.["value"], content);
  });
});
