import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { crc32, inflateSync } from "node:zlib";
import { png, pngOfSize } from "../../simulator/state/picture.ts";
import { ask, withKey } from "./asking.ts";
import { artifactAt, formOf, idIn } from "./form.ts";
import { perTest } from "./perTest.ts";

/** The chunks of a PNG, read as the standard says, checksums included. */
function chunksOf(picture: Buffer): ReadonlyMap<string, Buffer> {
  assert.equal(picture.subarray(0, 8).toString("latin1"), "\u0089PNG\r\n\u001a\n");
  const chunks = new Map<string, Buffer>();
  let at = 8;
  while (at < picture.length) {
    const length = picture.readUInt32BE(at);
    const body = picture.subarray(at + 4, at + 8 + length);
    assert.equal(picture.readUInt32BE(at + 8 + length), crc32(body));
    chunks.set(body.subarray(0, 4).toString("latin1"), body.subarray(4));
    at += 12 + length;
  }
  assert.equal(at, picture.length);
  return chunks;
}

describe("simulator: pictures", () => {
  const start = perTest();

  it("are real ones", () => {
    const chunks = chunksOf(png(5, 3, [255, 0, 0]));
    const header = chunks.get("IHDR");
    assert.deepEqual([header?.readUInt32BE(0), header?.readUInt32BE(4)], [5, 3]);
    assert.equal(inflateSync(chunks.get("IDAT") ?? Buffer.alloc(0)).length, 3 * (1 + 5 * 3));
    assert.deepEqual([...chunks.keys()], ["IHDR", "IDAT", "IEND"]);
  });

  it("have the size that is asked for, down to the smallest", () => {
    for (const size of [1000, 1001, 65_536]) {
      const picture = pngOfSize(size, [0, 0, 255]);
      assert.ok(picture);
      assert.equal(picture.length, size);
      assert.ok(chunksOf(picture).has("IEND"));
    }
    assert.equal(pngOfSize(20, [0, 0, 255]), undefined);
  });

  it("are served at the address that their artifact tells, as what they are", async () => {
    const simulator = await start({ dialect: "product" });
    const id = await idIn(simulator, 11);
    const content = png(4, 4, [0, 128, 0]);
    const added = simulator.addFile({ name: "green.png", type: "image/png", content, artifactId: id });
    assert.equal(added.sha256, createHash("sha256").update(content).digest("hex"));
    const field = (await formOf(simulator, 11)).id("attachment");
    const files = (await artifactAt(simulator, id)).entry(field)?.["file_descriptions"];
    const told = (files as readonly Readonly<Record<string, unknown>>[]).find(
      (file) => file["id"] === added.id,
    );
    assert.equal(told?.["size"], content.length);
    for (const member of ["html_url", "html_preview_url"]) {
      const headers = withKey(simulator.accounts.member);
      const reply = await ask(simulator, String(told[member]), { headers });
      assert.deepEqual([reply.status, reply.headers["content-type"]], [200, "image/png"], member);
      assert.ok(reply.bytes.equals(content));
    }
  });

  it("are what files of that type hold when nothing else is given", async () => {
    const simulator = await start({ dialect: "product" });
    const artifactId = await idIn(simulator, 11);
    const { id } = simulator.addFile({ name: "a.png", type: "image/png", size: 5000, artifactId });
    const headers = withKey(simulator.accounts.member);
    const { bytes } = await ask(simulator, `/plugins/tracker/attachments/${id}-a.png`, { headers });
    assert.equal(bytes.length, 5000);
    assert.ok(chunksOf(bytes).has("IDAT"));
  });

  it("can be named by a text", async () => {
    const simulator = await start({ dialect: "product" });
    const id = await idIn(simulator, 11);
    const field_id = (await formOf(simulator, 11)).id("details");
    const content = `<p><img src="/plugins/tracker/attachments/12-a.png"></p>`;
    simulator.write(id, { values: [{ field_id, value: { content, format: "html" } }] });
    assert.equal((await artifactAt(simulator, id)).entry(field_id)?.["value"], content);
  });
});
