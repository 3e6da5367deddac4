import assert from "node:assert/strict";
import type { AttachOutcome } from "../../../../src/store/attachments/attachFile.ts";
import { createContent, chunkSize, sha256 } from "../../api/uploadFixture.ts";
import { createBug } from "../../specification/specificationContext.ts";
import { requireFileId, AttachFixture } from "./attachFixture.ts";

const { signal } = new AbortController();

for (const protocol of ["usual", "older"] as const) {
  describe(`attaching the same file twice concurrently with ${protocol === "usual" ? "resumable" : "older"} uploads`, () => {
    let fixture: AttachFixture;
    beforeEach(async () => {
      fixture = await AttachFixture.open();
      const fault = { kind: "status", status: 404 } as const;
      if (protocol === "older") fixture.server.faults.add({ path: /tracker_fields/, fault });
      await fixture.writeFile(createContent(3 * chunkSize));
    });
    afterEach(() => fixture.close());

    /** The second upload starts when a part of the first one has arrived. */
    async function attachBoth(
      artifactIds: readonly [number, number],
      descriptions: readonly [string, string],
    ): Promise<readonly AttachOutcome[]> {
      const attachments = fixture.createAttachments();
      const attach = (index: 0 | 1, onProgress: (bytes: number) => void = () => undefined) =>
        attachments.attach(
          { ...fixture.target, artifactId: artifactIds[index] },
          {
            path: fixture.getPath(),
            name: "soundings.bin",
            type: "text/plain",
            description: descriptions[index],
          },
          { signal, onProgress },
        );
      let second: Promise<AttachOutcome> | undefined;
      const first = await attach(0, (bytes) => {
        if (bytes > 0) second ??= attach(1);
      });
      return [first, (await second) ?? assert.fail("the second upload didn't start")];
    }

    for (const [description, descriptions] of [
      ["the same description", ["a", "a"]],
      ["another description", ["a", "b"]],
    ] as const) {
      it(`adds it to both artifacts, with ${description}`, async () => {
        const { id } = await createBug(fixture.target.client);
        const ids = (await attachBoth([fixture.target.artifactId, id], descriptions)).map(requireFileId);
        assert.equal(new Set(ids).size, 2);
        const hash = sha256(createContent(3 * chunkSize));
        assert.deepEqual(
          ids.map((each) => fixture.server.getFileSha256(each)),
          [hash, hash],
        );
        assert.equal(fixture.storedState.size, 0);
      });

      it(`adds it twice to the same artifact, with ${description}`, async () => {
        const { artifactId } = fixture.target;
        const ids = (await attachBoth([artifactId, artifactId], descriptions)).map(requireFileId);
        assert.deepEqual(new Set(await fixture.loadFileIds()), new Set(ids));
        assert.deepEqual([new Set(ids).size, fixture.storedState.size], [2, 0]);
      });
    }
  });
}

describe("attaching the same file again after an interruption", () => {
  it("resumes only for the same artifact", async () => {
    const fixture = await AttachFixture.open();
    try {
      await fixture.writeFile(createContent(3 * chunkSize));
      const removeFault = fixture.server.faults.add({
        method: "PATCH",
        path: /uploads/,
        skip: 1,
        fault: { kind: "drop" },
      });
      assert.equal((await fixture.attach()).kind, "failed");
      removeFault();
      const { id } = await createBug(fixture.target.client);
      requireFileId(await fixture.attach({}, { artifactId: id }));
      assert.equal(fixture.storedState.size, 1);
      const progress: number[] = [];
      const fileId = requireFileId(await fixture.attach({ onProgress: (bytes) => progress.push(bytes) }));
      assert.deepEqual(
        [progress[0], await fixture.loadFileIds(), fixture.storedState.size],
        [chunkSize, [fileId], 0],
      );
    } finally {
      await fixture.close();
    }
  });
});
