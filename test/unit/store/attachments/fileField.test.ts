import assert from "node:assert/strict";
import type { Artifact } from "../../../../src/model/artifact.ts";
import { changeFiles, Sightings } from "../../../../src/store/attachments/fileField.ts";
import { contentOf } from "../../api/uploadStage.ts";
import { attachedId, AttachStage } from "./attachStage.ts";

const artifactPath = /\/artifacts\/\d+$/;
const { signal } = new AbortController();

for (const dialect of ["product", "documented"] as const) {
  describe(`an attachment taken off an artifact, on the ${dialect} dialect`, () => {
    let stage: AttachStage;
    beforeEach(async () => {
      stage = await AttachStage.open({ dialect });
    });
    afterEach(() => stage.close());

    it("leaves the others, those that somebody attaches meanwhile too", async () => {
      const [first, second, third] = [1, 2, 3].map(() => stage.someoneAttaches());
      let fourth = 0;
      const act = (): void => void (fourth = stage.someoneAttaches());
      stage.server.faults.add({
        method: "PUT",
        path: artifactPath,
        times: 1,
        fault: { kind: "meanwhile", act },
      });
      assert.deepEqual(await stage.session().remove(stage.place, second ?? 0, signal), { kind: "removed" });
      assert.deepEqual(await stage.ids(), [first, third, fourth]);
    });

    it("is taken off once where the answer was lost, and not at all where it is gone already", async () => {
      const [first, second] = [1, 2].map(() => stage.someoneAttaches());
      stage.server.clock.advance(2000);
      stage.server.faults.add({
        method: "PUT",
        path: artifactPath,
        times: 1,
        fault: { kind: "drop", when: "after" },
      });
      for (const _time of [1, 2]) {
        assert.deepEqual(await stage.session().remove(stage.place, first ?? 0, signal), { kind: "removed" });
        assert.deepEqual([await stage.ids(), stage.asked("PUT", artifactPath)], [[second], 1]);
      }
    });

    it("stays where others are faster three times", async () => {
      const first = stage.someoneAttaches();
      const act = (): void => void stage.someoneAttaches();
      stage.server.faults.add({ method: "PUT", path: artifactPath, fault: { kind: "meanwhile", act } });
      assert.deepEqual(await stage.session().remove(stage.place, first, signal), { kind: "conflict" });
      assert.deepEqual([(await stage.ids()).length, stage.asked("PUT", artifactPath)], [4, 3]);
    });

    it("is gone with its artifact", async () => {
      const first = stage.someoneAttaches();
      stage.server.removeArtifact(stage.place.artifactId);
      assert.deepEqual(await stage.session().remove(stage.place, first, signal), { kind: "gone" });
    });

    it("stays where it was called off before", async () => {
      const first = stage.someoneAttaches();
      const outcome = await stage.session().remove(stage.place, first, AbortSignal.abort());
      assert.deepEqual([outcome, await stage.ids()], [{ kind: "cancelled" }, [first]]);
    });
  });
}

describe("a server that takes no files", () => {
  it("is told of", async () => {
    const stage = await AttachStage.open();
    try {
      await stage.write(contentOf(10));
      const fault = { kind: "status", status: 404 } as const;
      stage.server.faults.add({ path: /tracker_fields|artifact_temporary_files/, fault });
      assert.deepEqual(await stage.attach(), { kind: "noUploads" });
      stage.server.faults.clear();
      attachedId(await stage.attach());
    } finally {
      await stage.close();
    }
  });
});

describe("a field that may be changed and not read", () => {
  it("keeps what hangs there, and gets nothing", async () => {
    const stage = await AttachStage.open();
    try {
      const earlier = stage.someoneAttaches();
      await stage.write(contentOf(10));
      const { client, field } = stage.place;
      const blind: typeof client = {
        ...client,
        artifact: async (id, given) => {
          const found = await client.artifact(id, given);
          const values = found.values.filter((each) => each.kind !== "entry" || each.fieldId !== field.id);
          return { ...found, values };
        },
      };
      const outcome = await stage.attach({}, { client: blind });
      assert.ok(outcome.kind === "failed" && outcome.failure.kind === "notUnderstood");
      assert.deepEqual([await stage.ids(), stage.asked("PUT", artifactPath)], [[earlier], 0]);
    } finally {
      await stage.close();
    }
  });
});

describe("the files of a field", () => {
  /** What comes of adding a file to an artifact that is read as this, and whether anything was sent. */
  async function adding(
    read: Partial<Artifact>,
    isReadable?: boolean,
  ): Promise<readonly [outcome: unknown, sent: number]> {
    let sent = 0;
    const revision = { kind: "tag", tag: '"a1"' } as const;
    const client = {
      artifact: () => Promise.resolve({ revision, values: [], ...read } as unknown as Artifact),
      update: () => {
        sent += 1;
        return Promise.resolve({ id: 1, revision });
      },
    };
    const time = { now: () => 0, pause: () => Promise.reject(new Error("There is nothing to wait for.")) };
    const world = { time, sightings: new Sightings(time) };
    const field = { siteApi: "https://one.example/api", client, artifactId: 1, fieldId: 7, isReadable };
    const outcome = await changeFiles(field, world, (ids) => [...ids, 9], signal);
    return [outcome.kind === "failed" ? outcome.failure.kind : outcome.kind, sent];
  }

  it("are none where nothing is told of the field, which would be shown", async () => {
    assert.deepEqual(await adding({}, true), ["changed", 1]);
  });

  it("may be any where nothing is told of the field, which may be hidden", async () => {
    const value = { kind: "string", text: "A title" } as const;
    const other = { kind: "entry", fieldId: 8, label: "", type: "string", value } as const;
    for (const values of [[], [other]]) {
      for (const isReadable of [false, undefined]) {
        assert.deepEqual(await adding({ values }, isReadable), ["notUnderstood", 0]);
      }
    }
  });

  it("are not taken for none where they can't be read, since what is left out is erased", async () => {
    const unreadable = { kind: "unreadable", position: 0, id: undefined } as const;
    const value = { kind: "other", text: "?" } as const;
    const entry = { kind: "entry", fieldId: 7, label: "", type: "file", value } as const;
    for (const values of [[unreadable], [entry]]) {
      assert.deepEqual(await adding({ values }, true), ["notUnderstood", 0]);
    }
  });

  it("are not changed where the server has no name for a state", async () => {
    assert.deepEqual(await adding({ revision: undefined }, true), ["noRevision", 0]);
  });
});
