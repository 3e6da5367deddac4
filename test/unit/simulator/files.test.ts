import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { Dialect, Simulator } from "../../simulator/simulator.ts";
import { ask, problem, tell, withKey } from "./asking.ts";
import { artifactAt, formOf, idIn } from "./form.ts";
import { perTest } from "./perTest.ts";

const mebibyte = 1_048_576;
const file = { name: "log of May.bin", type: "application/octet-stream" };

function sha256(...chunks: readonly Buffer[]): string {
  const hash = createHash("sha256");
  for (const chunk of chunks) hash.update(chunk);
  return hash.digest("hex");
}

function chunk(simulator: Simulator, id: number, query = "", headers = withKey(simulator.accounts.admin)) {
  return ask(simulator, `/api/artifact_files/${id}${query}`, { headers });
}

function bytesOf({ data }: { readonly data: unknown }): Buffer {
  return Buffer.from((data as { readonly data: string }).data, "base64");
}

for (const dialect of ["product", "documented"] satisfies Dialect[]) {
  describe(`simulator: files (${dialect})`, () => {
    const start = perTest();

    it("come in chunks, each encoded on its own, up to the size that the headers tell", async () => {
      const simulator = await start({ dialect });
      const artifactId = await idIn(simulator, 11);
      const size = 2 * mebibyte + 12_345;
      const added = simulator.addFile({ ...file, size, artifactId });
      const chunks: Buffer[] = [];
      for (let offset = 0; offset < size; offset += mebibyte) {
        const reply = await chunk(simulator, added.id, `?offset=${offset}`);
        assert.deepEqual(
          [reply.headers["x-pagination-limit"], reply.headers["x-pagination-size"]],
          [String(mebibyte), String(size)],
        );
        chunks.push(bytesOf(reply));
      }
      assert.deepEqual(
        chunks.map((each) => each.length),
        [mebibyte, mebibyte, 12_345],
      );
      assert.equal(sha256(...chunks), added.sha256);
      assert.deepEqual((await chunk(simulator, added.id, `?offset=${size}`)).data, { data: "" });
    });

    it("are described in their artifact", async () => {
      const simulator = await start({ dialect });
      const id = await idIn(simulator, 11);
      const field = (await formOf(simulator, 11)).id("attachment");
      const added = simulator.addFile({ ...file, size: 7, artifactId: id, description: "Readings" });
      const descriptions = (await artifactAt(simulator, id)).entry(field)?.["file_descriptions"];
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

    it("are for those who read their artifact, and never for anonymous callers", async () => {
      const simulator = await start({ dialect });
      const open = simulator.addFile({ ...file, size: 3, artifactId: await idIn(simulator, 11) }).id;
      const closed = simulator.addFile({ ...file, size: 3, artifactId: await idIn(simulator, 22) }).id;
      const { outsider } = simulator.accounts;
      assert.equal((await chunk(simulator, open, "", {})).status, 401);
      assert.equal((await chunk(simulator, open, "", withKey(outsider))).status, 200);
      assert.equal((await chunk(simulator, closed, "", withKey(outsider))).status, 404);
      assert.equal((await chunk(simulator, 123_456_789)).status, 404);
    });

    it("of the demo data have contents too, the same for the same seed", async () => {
      const sums: string[] = [];
      for (const seed of [1, 1, 2]) {
        const simulator = await start({ dialect, seed });
        const id = simulator.addFile({ ...file, size: 1000, artifactId: await idIn(simulator, 11) }).id;
        sums.push(sha256(bytesOf(await chunk(simulator, id))));
        assert.equal(sums.at(-1), simulator.sha256(id));
      }
      assert.equal(sums[0], sums[1]);
      assert.notEqual(sums[0], sums[2]);
    });

    it("that are missing on disk have no data", async () => {
      const simulator = await start({ dialect });
      const { id } = simulator.addFile({
        ...file,
        size: 10,
        artifactId: await idIn(simulator, 11),
        isLost: true,
      });
      const reply = await chunk(simulator, id);
      assert.deepEqual(
        [reply.status, reply.data, reply.headers["x-pagination-size"]],
        [200, { data: null }, "10"],
      );
    });

    it("are attached by id, kept by id, and erased when left out", async () => {
      const simulator = await start({ dialect });
      const id = await idIn(simulator, 11);
      const field_id = (await formOf(simulator, 11)).id("attachment");
      const put = (artifact: number, value: readonly number[]) =>
        tell(simulator, "PUT", `/artifacts/${artifact}`, { values: [{ field_id, value }] });
      const [one, two] = [5, 6].map((size) => simulator.addFile({ ...file, size }).id);
      assert.ok(one !== undefined && two !== undefined);
      assert.equal((await chunk(simulator, one)).status, 404);
      assert.equal((await put(id, [one, two])).status, 200);
      assert.equal((await chunk(simulator, one)).status, 200);
      const other = await idIn(simulator, 11, 1);
      assert.equal((await put(other, [one])).status, 500);
      assert.equal((await put(other, [987_654_321])).status, 404);
      assert.equal((await put(id, [two])).status, 200);
      assert.deepEqual(
        [(await chunk(simulator, one)).status, (await chunk(simulator, two)).status],
        [404, 200],
      );
    });
  });
}

describe("simulator: files as the product has them", () => {
  const start = perTest();

  it("a chunk has any size up to a mebibyte", async () => {
    const simulator = await start({ dialect: "product" });
    const { id } = simulator.addFile({ ...file, size: 100, artifactId: await idIn(simulator, 11) });
    const whole = bytesOf(await chunk(simulator, id));
    const part = await chunk(simulator, id, "?offset=33&limit=17");
    assert.deepEqual(bytesOf(part), whole.subarray(33, 50));
    assert.deepEqual(
      [
        part.headers["x-pagination-offset"],
        part.headers["x-pagination-limit-max"],
        part.headers["x-upload-max-file-chunksize"],
      ],
      ["33", String(mebibyte), String(mebibyte)],
    );
    assert.deepEqual((await chunk(simulator, id, "?limit=0")).data, { data: "" });
    assert.deepEqual(problem(await chunk(simulator, id, `?limit=${mebibyte + 1}`)), [
      400,
      `Bad Request: Invalid value specified for \`limit\`. Maximum allowed value is ${mebibyte}.`,
    ]);
  });

  it("OPTIONS tells the largest chunk", async () => {
    const simulator = await start({ dialect: "product" });
    const { headers } = await ask(simulator, "/api/artifact_files/1", { method: "OPTIONS" });
    assert.deepEqual(
      [headers.allow, headers["x-upload-max-file-chunksize"]],
      ["OPTIONS, GET", String(mebibyte)],
    );
  });

  it("its web address streams the bytes to the same credentials", async () => {
    const simulator = await start({ dialect: "product" });
    const size = 3 * mebibyte + 1;
    const { id, sha256: expected } = simulator.addFile({
      ...file,
      size,
      artifactId: await idIn(simulator, 22),
    });
    const path = `/plugins/tracker/attachments/${id}-log%20of%20May.bin`;
    const reply = await ask(simulator, path, { headers: withKey(simulator.accounts.member) });
    assert.deepEqual(
      [reply.status, reply.headers["content-type"], reply.headers["content-length"]],
      [200, file.type, String(size)],
    );
    assert.equal(sha256(reply.bytes), expected);
    assert.equal(simulator.requests.at(-1)?.account, simulator.accounts.member.username);
    const refused = [
      await ask(simulator, path, { headers: { "X-Auth-AccessKey": "nope" } }),
      await ask(simulator, path),
      await ask(simulator, path.replace(String(id), "123456789"), {
        headers: withKey(simulator.accounts.member),
      }),
    ];
    assert.deepEqual(
      refused.map(({ status, headers }) => [status, headers["content-type"]]),
      [403, 404, 404].map((status) => [status, "text/html; charset=UTF-8"]),
    );
  });

  it("documented has no such address", async () => {
    const simulator = await start({ dialect: "documented" });
    const { id } = simulator.addFile({ ...file, size: 1, artifactId: await idIn(simulator, 11) });
    const headers = withKey(simulator.accounts.admin);
    assert.equal((await ask(simulator, `/plugins/tracker/attachments/${id}-x`, { headers })).status, 404);
  });
});
