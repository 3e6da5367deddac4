import assert from "node:assert/strict";
import type { AttachOutcome } from "../../../../src/store/attachments/attach.ts";
import { contentOf, piece, sha256 } from "../../api/uploadStage.ts";
import { newBug } from "../../specification/world.ts";
import { attachedId, AttachStage } from "./attachStage.ts";

const { signal } = new AbortController();

for (const way of ["usual", "older"] as const) {
  describe(`the same file attached twice at once, in the ${way} way`, () => {
    let stage: AttachStage;
    beforeEach(async () => {
      stage = await AttachStage.open();
      const fault = { kind: "status", status: 404 } as const;
      if (way === "older") stage.server.faults.add({ path: /tracker_fields/, fault });
      await stage.write(contentOf(3 * piece));
    });
    afterEach(() => stage.close());

    /** The second one begins when some of the first one has arrived. */
    async function both(
      artifactIds: readonly [number, number],
      descriptions: readonly [string, string],
    ): Promise<readonly AttachOutcome[]> {
      const attachments = stage.session();
      const attach = (at: 0 | 1, onProgress: (bytes: number) => void = () => undefined) =>
        attachments.attach(
          { ...stage.place, artifactId: artifactIds[at] },
          {
            path: stage.path(),
            name: "soundings.bin",
            type: "text/plain",
            description: descriptions[at],
          },
          { signal, onProgress },
        );
      let second: Promise<AttachOutcome> | undefined;
      const first = await attach(0, (bytes) => {
        if (bytes > 0) second ??= attach(1);
      });
      return [first, (await second) ?? assert.fail("the second one never began")];
    }

    for (const [what, descriptions] of [
      ["the same description", ["a", "a"]],
      ["another description", ["a", "b"]],
    ] as const) {
      it(`hangs on both artifacts, with ${what}`, async () => {
        const { id } = await newBug(stage.place.client);
        const ids = (await both([stage.place.artifactId, id], descriptions)).map(attachedId);
        assert.equal(new Set(ids).size, 2);
        const hash = sha256(contentOf(3 * piece));
        assert.deepEqual(
          ids.map((each) => stage.server.sha256(each)),
          [hash, hash],
        );
        assert.equal(stage.kept.size, 0);
      });

      it(`hangs twice on the same artifact, with ${what}`, async () => {
        const { artifactId } = stage.place;
        const ids = (await both([artifactId, artifactId], descriptions)).map(attachedId);
        assert.deepEqual(new Set(await stage.ids()), new Set(ids));
        assert.deepEqual([new Set(ids).size, stage.kept.size], [2, 0]);
      });
    }
  });
}

describe("the same file attached again after it was cut off", () => {
  it("goes on for its own artifact alone", async () => {
    const stage = await AttachStage.open();
    try {
      await stage.write(contentOf(3 * piece));
      const heal = stage.server.faults.add({
        method: "PATCH",
        path: /uploads/,
        skip: 1,
        fault: { kind: "drop" },
      });
      assert.equal((await stage.attach()).kind, "failed");
      heal();
      const { id } = await newBug(stage.place.client);
      attachedId(await stage.attach({}, { artifactId: id }));
      assert.equal(stage.kept.size, 1);
      const progress: number[] = [];
      const own = attachedId(await stage.attach({ onProgress: (bytes) => progress.push(bytes) }));
      assert.deepEqual([progress[0], await stage.ids(), stage.kept.size], [piece, [own], 0]);
    } finally {
      await stage.close();
    }
  });
});
