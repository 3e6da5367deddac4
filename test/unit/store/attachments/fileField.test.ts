import assert from "node:assert/strict";
import type { Artifact } from "../../../../src/model/artifact.ts";
import { updateFileField, VersionSeenTimes } from "../../../../src/store/attachments/fileField.ts";
import { createContent } from "../../api/uploadFixture.ts";
import { requireFileId, AttachFixture } from "./attachFixture.ts";

const artifactPath = /\/artifacts\/\d+$/;
const { signal } = new AbortController();

for (const dialect of ["product", "documented"] as const) {
  describe(`removing an attachment on the ${dialect} dialect`, () => {
    let fixture: AttachFixture;
    beforeEach(async () => {
      fixture = await AttachFixture.open({ dialect });
    });
    afterEach(() => fixture.close());

    it("keeps the other files, including those attached meanwhile", async () => {
      const [first, second, third] = [1, 2, 3].map(() => fixture.attachAsOther());
      let fourth = 0;
      const act = (): void => void (fourth = fixture.attachAsOther());
      fixture.server.faults.add({
        method: "PUT",
        path: artifactPath,
        times: 1,
        fault: { kind: "concurrentChange", act },
      });
      assert.deepEqual(await fixture.createAttachments().remove(fixture.target, second ?? 0, signal), {
        kind: "removed",
      });
      assert.deepEqual(await fixture.loadFileIds(), [first, third, fourth]);
    });

    it("removes it once if the response was lost, and sends nothing if it is already gone", async () => {
      const [first, second] = [1, 2].map(() => fixture.attachAsOther());
      fixture.server.clock.advance(2000);
      fixture.server.faults.add({
        method: "PUT",
        path: artifactPath,
        times: 1,
        fault: { kind: "drop", when: "after" },
      });
      for (const _time of [1, 2]) {
        assert.deepEqual(await fixture.createAttachments().remove(fixture.target, first ?? 0, signal), {
          kind: "removed",
        });
        assert.deepEqual(
          [await fixture.loadFileIds(), fixture.countRequests("PUT", artifactPath)],
          [[second], 1],
        );
      }
    });

    it("stops after three conflicts", async () => {
      const first = fixture.attachAsOther();
      const act = (): void => void fixture.attachAsOther();
      fixture.server.faults.add({
        method: "PUT",
        path: artifactPath,
        fault: { kind: "concurrentChange", act },
      });
      assert.deepEqual(await fixture.createAttachments().remove(fixture.target, first, signal), {
        kind: "conflict",
      });
      assert.deepEqual(
        [(await fixture.loadFileIds()).length, fixture.countRequests("PUT", artifactPath)],
        [4, 3],
      );
    });

    it("reports a deleted artifact", async () => {
      const first = fixture.attachAsOther();
      fixture.server.deleteArtifact(fixture.target.artifactId);
      assert.deepEqual(await fixture.createAttachments().remove(fixture.target, first, signal), {
        kind: "gone",
      });
    });

    it("sends nothing if it was canceled before", async () => {
      const first = fixture.attachAsOther();
      const outcome = await fixture.createAttachments().remove(fixture.target, first, AbortSignal.abort());
      assert.deepEqual([outcome, await fixture.loadFileIds()], [{ kind: "canceled" }, [first]]);
    });
  });
}

describe("a server without uploads", () => {
  it("is reported", async () => {
    const fixture = await AttachFixture.open();
    try {
      await fixture.writeFile(createContent(10));
      const fault = { kind: "status", status: 404 } as const;
      fixture.server.faults.add({ path: /tracker_fields|artifact_temporary_files/, fault });
      assert.deepEqual(await fixture.attach(), { kind: "noUploads" });
      fixture.server.faults.clear();
      requireFileId(await fixture.attach());
    } finally {
      await fixture.close();
    }
  });
});

describe("a field that can be changed but not read", () => {
  it("keeps its files and gets no new one", async () => {
    const fixture = await AttachFixture.open();
    try {
      const earlier = fixture.attachAsOther();
      await fixture.writeFile(createContent(10));
      const { client, field } = fixture.target;
      const blindClient: typeof client = {
        ...client,
        artifact: async (id, signal) => {
          const found = await client.artifact(id, signal);
          const values = found.values.filter((each) => each.kind !== "entry" || each.fieldId !== field.id);
          return { ...found, values };
        },
      };
      const outcome = await fixture.attach({}, { client: blindClient });
      assert.ok(outcome.kind === "failed" && outcome.failure.kind === "unexpectedResponse");
      assert.deepEqual(
        [await fixture.loadFileIds(), fixture.countRequests("PUT", artifactPath)],
        [[earlier], 0],
      );
    } finally {
      await fixture.close();
    }
  });
});

describe("the files of a field", () => {
  /** Adds a file to an artifact with these values; returns the outcome and the number of requests. */
  async function addFile(
    artifactMembers: Partial<Artifact>,
    isReadable?: boolean,
  ): Promise<readonly [outcome: unknown, sent: number]> {
    let sent = 0;
    const version = { kind: "tag", tag: '"a1"' } as const;
    const client = {
      artifact: () => Promise.resolve({ version, values: [], ...artifactMembers } as unknown as Artifact),
      updateArtifact: () => {
        sent += 1;
        return Promise.resolve({ id: 1, version });
      },
    };
    const clock = { now: () => 0, pause: () => Promise.reject(new Error("Unexpected pause.")) };
    const options = { clock, versionSeenTimes: new VersionSeenTimes(clock) };
    const field = { siteApi: "https://one.example/api", client, artifactId: 1, fieldId: 7, isReadable };
    const outcome = await updateFileField(field, options, (ids) => [...ids, 9], signal);
    return [outcome.kind === "failed" ? outcome.failure.kind : outcome.kind, sent];
  }

  it("are empty if a readable field isn't reported", async () => {
    assert.deepEqual(await addFile({}, true), ["changed", 1]);
  });

  it("are unknown if a field that may be hidden isn't reported", async () => {
    const value = { kind: "string", text: "A title" } as const;
    const other = { kind: "entry", fieldId: 8, label: "", type: "string", value } as const;
    for (const values of [[], [other]]) {
      for (const isReadable of [false, undefined]) {
        assert.deepEqual(await addFile({ values }, isReadable), ["unexpectedResponse", 0]);
      }
    }
  });

  it("are unknown if they can't be read, because files missing in an update are deleted", async () => {
    const unreadable = { kind: "unreadable", position: 0, id: undefined } as const;
    const value = { kind: "other", text: "?" } as const;
    const entry = { kind: "entry", fieldId: 7, label: "", type: "file", value } as const;
    for (const values of [[unreadable], [entry]]) {
      assert.deepEqual(await addFile({ values }, true), ["unexpectedResponse", 0]);
    }
  });

  it("aren't changed if the server reports no version", async () => {
    assert.deepEqual(await addFile({ version: undefined }, true), ["noVersion", 0]);
  });
});
