import assert from "node:assert/strict";
import { createTableSource } from "../../../../src/features/commits/log/artifactTable.ts";
import { NotFound } from "../../../../src/model/failure.ts";
import type { ResolvedReference } from "../../../../src/store/references/referenceCache.ts";

describe("createTableSource", () => {
  const api = "https://tuleap.example.org/api";

  function createArtifact(artifactId: number, trackerId: number): ResolvedReference {
    const texts = { title: undefined, status: undefined, trackerLabel: undefined, page: undefined };
    return {
      kind: "artifact",
      artifactId,
      trackerId,
      ...texts,
      isOpen: undefined,
      assignees: [],
      modifiedOn: undefined,
    };
  }

  it("has artifacts that can be read, or whose data isn't loaded", () => {
    const failure = new NotFound({ method: "GET", url: api });
    const references = new Map<number, ResolvedReference>([
      [1, createArtifact(1, 11)],
      [2, { kind: "missing", artifactId: 2 }],
      [3, { kind: "unreadable", artifactId: 3 }],
      [4, { kind: "unknown", artifactId: 4, failure }],
    ]);
    assert.deepEqual(createTableSource({ api }, [1, 2, 3, 4, 5], references), {
      kind: "selection",
      siteApi: api,
      artifacts: [
        { artifactId: 1, trackerId: 11 },
        { artifactId: 4, trackerId: undefined },
        { artifactId: 5, trackerId: undefined },
      ],
    });
  });

  it("has all artifacts if none can be read, so that the table says why it is empty", () => {
    const references = new Map<number, ResolvedReference>([[2, { kind: "missing", artifactId: 2 }]]);
    const { artifacts } = createTableSource({ api }, [2], references);
    assert.deepEqual(artifacts, [{ artifactId: 2, trackerId: undefined }]);
  });
});
