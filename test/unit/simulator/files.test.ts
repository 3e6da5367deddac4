import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { Dialect, Simulator } from "../../simulator/simulator.ts";
import { sendRequest, getError, sendJson, createKeyHeader } from "./sendRequest.ts";
import { fetchArtifact, fetchTrackerFields, fetchArtifactId } from "./trackerFields.ts";
import { useSimulators } from "./useSimulators.ts";

const mebibyte = 1_048_576;
const file = { name: "log of May.bin", type: "application/octet-stream" };

function sha256(...chunks: readonly Buffer[]): string {
  const hash = createHash("sha256");
  for (const chunk of chunks) hash.update(chunk);
  return hash.digest("hex");
}

function fetchChunk(
  simulator: Simulator,
  id: number,
  query = "",
  headers = createKeyHeader(simulator.accounts.admin),
) {
  return sendRequest(simulator, `/api/artifact_files/${id}${query}`, { headers });
}

function decodeBytes({ data }: { readonly data: unknown }): Buffer {
  return Buffer.from((data as { readonly data: string }).data, "base64");
}

for (const dialect of ["product", "documented"] satisfies Dialect[]) {
  describe(`simulator files (${dialect})`, () => {
    const start = useSimulators();

    it("are read in chunks, each encoded separately, up to the size in the headers", async () => {
      const simulator = await start({ dialect });
      const artifactId = await fetchArtifactId(simulator, 11);
      const size = 2 * mebibyte + 12_345;
      const added = simulator.addFile({ ...file, size, artifactId });
      const chunks: Buffer[] = [];
      for (let offset = 0; offset < size; offset += mebibyte) {
        const response = await fetchChunk(simulator, added.id, `?offset=${offset}`);
        assert.deepEqual(
          [response.headers["x-pagination-limit"], response.headers["x-pagination-size"]],
          [String(mebibyte), String(size)],
        );
        chunks.push(decodeBytes(response));
      }
      assert.deepEqual(
        chunks.map((each) => each.length),
        [mebibyte, mebibyte, 12_345],
      );
      assert.equal(sha256(...chunks), added.sha256);
      assert.deepEqual((await fetchChunk(simulator, added.id, `?offset=${size}`)).data, { data: "" });
    });

    it("are described in their artifact", async () => {
      const simulator = await start({ dialect });
      const id = await fetchArtifactId(simulator, 11);
      const field = (await fetchTrackerFields(simulator, 11)).getFieldId("attachment");
      const added = simulator.addFile({ ...file, size: 7, artifactId: id, description: "Readings" });
      const descriptions = (await fetchArtifact(simulator, id)).entry(field)?.["file_descriptions"];
      const description = (descriptions as readonly { readonly id: number }[]).find(
        (each) => each.id === added.id,
      );
      assert.deepEqual(description, {
        id: added.id,
        submitted_by: 102,
        description: "Readings",
        name: file.name,
        size: 7,
        type: file.type,
        ...(dialect === "product" && {
          html_url: `/plugins/tracker/attachments/${added.id}-log%20of%20May.bin`,
          html_preview_url: null,
        }),
        uri: `artifact_files/${added.id}`,
      });
    });

    it("are readable by users who can read their artifact, and never by anonymous callers", async () => {
      const simulator = await start({ dialect });
      const open = simulator.addFile({
        ...file,
        size: 3,
        artifactId: await fetchArtifactId(simulator, 11),
      }).id;
      const closed = simulator.addFile({
        ...file,
        size: 3,
        artifactId: await fetchArtifactId(simulator, 22),
      }).id;
      const { outsider } = simulator.accounts;
      assert.equal((await fetchChunk(simulator, open, "", {})).status, 401);
      assert.equal((await fetchChunk(simulator, open, "", createKeyHeader(outsider))).status, 200);
      assert.equal((await fetchChunk(simulator, closed, "", createKeyHeader(outsider))).status, 404);
      assert.equal((await fetchChunk(simulator, 123_456_789)).status, 404);
    });

    it("have generated content in the demo data, the same for the same seed", async () => {
      const hashes: string[] = [];
      for (const seed of [1, 1, 2]) {
        const simulator = await start({ dialect, seed });
        const id = simulator.addFile({
          ...file,
          size: 1000,
          artifactId: await fetchArtifactId(simulator, 11),
        }).id;
        hashes.push(sha256(decodeBytes(await fetchChunk(simulator, id))));
        assert.equal(hashes.at(-1), simulator.getFileSha256(id));
      }
      assert.equal(hashes[0], hashes[1]);
      assert.notEqual(hashes[0], hashes[2]);
    });

    it("have no data if they are missing on disk", async () => {
      const simulator = await start({ dialect });
      const { id } = simulator.addFile({
        ...file,
        size: 10,
        artifactId: await fetchArtifactId(simulator, 11),
        isMissingOnDisk: true,
      });
      const response = await fetchChunk(simulator, id);
      assert.deepEqual(
        [response.status, response.data, response.headers["x-pagination-size"]],
        [200, { data: null }, "10"],
      );
    });

    it("are attached by id, kept by id, and deleted if omitted", async () => {
      const simulator = await start({ dialect });
      const id = await fetchArtifactId(simulator, 11);
      const field_id = (await fetchTrackerFields(simulator, 11)).getFieldId("attachment");
      const put = (artifact: number, value: readonly number[]) =>
        sendJson(simulator, "PUT", `/artifacts/${artifact}`, { values: [{ field_id, value }] });
      const [firstId, secondId] = [5, 6].map((size) => simulator.addFile({ ...file, size }).id);
      assert.ok(firstId !== undefined && secondId !== undefined);
      assert.equal((await fetchChunk(simulator, firstId)).status, 404);
      assert.equal((await put(id, [firstId, secondId])).status, 200);
      assert.equal((await fetchChunk(simulator, firstId)).status, 200);
      const other = await fetchArtifactId(simulator, 11, 1);
      assert.equal((await put(other, [firstId])).status, 500);
      assert.equal((await put(other, [987_654_321])).status, 404);
      assert.equal((await put(id, [secondId])).status, 200);
      assert.deepEqual(
        [(await fetchChunk(simulator, firstId)).status, (await fetchChunk(simulator, secondId)).status],
        [404, 200],
      );
    });
  });
}

describe("simulator files that differ by dialect", () => {
  const start = useSimulators();

  it("product: are read in chunks of up to 1 MiB", async () => {
    const simulator = await start({ dialect: "product" });
    const { id } = simulator.addFile({
      ...file,
      size: 100,
      artifactId: await fetchArtifactId(simulator, 11),
    });
    const bytes = decodeBytes(await fetchChunk(simulator, id));
    const part = await fetchChunk(simulator, id, "?offset=33&limit=17");
    assert.deepEqual(decodeBytes(part), bytes.subarray(33, 50));
    assert.deepEqual(
      [
        part.headers["x-pagination-offset"],
        part.headers["x-pagination-limit-max"],
        part.headers["x-upload-max-file-chunksize"],
      ],
      ["33", String(mebibyte), String(mebibyte)],
    );
    assert.deepEqual((await fetchChunk(simulator, id, "?limit=0")).data, { data: "" });
    assert.deepEqual(getError(await fetchChunk(simulator, id, `?limit=${mebibyte + 1}`)), [
      400,
      `Bad Request: Invalid value specified for \`limit\`. Maximum allowed value is ${mebibyte}.`,
    ]);
  });

  it("product: have the maximum chunk size in OPTIONS responses", async () => {
    const simulator = await start({ dialect: "product" });
    const { headers } = await sendRequest(simulator, "/api/artifact_files/1", { method: "OPTIONS" });
    assert.deepEqual(
      [headers.allow, headers["x-upload-max-file-chunksize"]],
      ["OPTIONS, GET", String(mebibyte)],
    );
  });

  it("product: are streamed from their web URL with the same credentials", async () => {
    const simulator = await start({ dialect: "product" });
    const size = 3 * mebibyte + 1;
    const { id, sha256: expected } = simulator.addFile({
      ...file,
      size,
      artifactId: await fetchArtifactId(simulator, 22),
    });
    const path = `/plugins/tracker/attachments/${id}-log%20of%20May.bin`;
    const response = await sendRequest(simulator, path, {
      headers: createKeyHeader(simulator.accounts.member),
    });
    assert.deepEqual(
      [response.status, response.headers["content-type"], response.headers["content-length"]],
      [200, file.type, String(size)],
    );
    assert.equal(sha256(response.bytes), expected);
    assert.equal(simulator.requests.at(-1)?.account, simulator.accounts.member.username);
    const statuses = [
      await sendRequest(simulator, path, { headers: { "X-Auth-AccessKey": "nope" } }),
      await sendRequest(simulator, path),
      await sendRequest(simulator, path.replace(String(id), "123456789"), {
        headers: createKeyHeader(simulator.accounts.member),
      }),
    ];
    assert.deepEqual(
      statuses.map(({ status, headers }) => [status, headers["content-type"]]),
      [403, 404, 404].map((status) => [status, "text/html; charset=UTF-8"]),
    );
  });

  it("documented: have no web URL", async () => {
    const simulator = await start({ dialect: "documented" });
    const { id } = simulator.addFile({ ...file, size: 1, artifactId: await fetchArtifactId(simulator, 11) });
    const headers = createKeyHeader(simulator.accounts.admin);
    assert.equal(
      (await sendRequest(simulator, `/plugins/tracker/attachments/${id}-x`, { headers })).status,
      404,
    );
  });
});
