import type { SimulatorData } from "../simulatorData.ts";
import { createGetReproduction, createReproduction } from "../reproduction.ts";
import type { Reproduction, ReproductionContext, Requester } from "../reproduction.ts";

const file = { name: "soundings.bin", type: "application/octet-stream", size: 2_621_563 };

/** The ID of the added file; each reproduction has its own simulator. */
let fileId = 0;

function addAttachedFile({ simulator, data }: ReproductionContext): Promise<void> {
  fileId = simulator.addFile({ ...file, artifactId: data.stories.getArtifactId(0) }).id;
  return Promise.resolve();
}

function addUnattachedFile({ simulator }: ReproductionContext): Promise<void> {
  fileId = simulator.addFile(file).id;
  return Promise.resolve();
}

function createChunkRead(recording: string, parameters: string): Reproduction {
  return createGetReproduction(recording, "admin", () => `/artifact_files/${fileId}${parameters}`, {
    before: addAttachedFile,
  });
}

/** Updates the file field of a story. */
function createFileUpdate(
  recording: string,
  index: number,
  ids: () => readonly number[],
  before: typeof addUnattachedFile,
  requester: Requester = "admin",
): Reproduction {
  return createReproduction(
    recording,
    requester,
    "PUT",
    ({ stories: { getArtifactId } }) => `/artifacts/${getArtifactId(index)}`,
    {
      before,
      body: ({ stories: { getFieldId } }: SimulatorData) => ({
        values: [{ field_id: getFieldId("mockups"), value: ids() }],
      }),
    },
  );
}

function createStoryRead(recording: string, before: typeof addUnattachedFile): Reproduction {
  return createGetReproduction(
    recording,
    "admin",
    ({ stories: { getArtifactId } }) => `/artifacts/${getArtifactId(0)}`,
    { before },
  );
}

const getStreamPath = (): string => `//plugins/tracker/attachments/${fileId}-${file.name}`;

export const fileRows: readonly Reproduction[] = [
  createFileUpdate("199-attach-file", 0, () => [fileId], addUnattachedFile),
  createFileUpdate(
    "200-attach-file-already-attached-elsewhere",
    1,
    () => [fileId],
    addAttachedFile,
    "member",
  ),
  createFileUpdate("201-attach-file-unknown", 0, () => [987_654], addUnattachedFile),
  createStoryRead("202-artifact-with-file", addAttachedFile),
  createReproduction("203-file-options", "admin", "OPTIONS", () => `/artifact_files/${fileId}`, {
    before: addAttachedFile,
  }),
  createChunkRead("204-file-chunk-0", "?offset=0&limit=1048576"),
  createChunkRead("205-file-chunk-1", "?offset=1048576&limit=1048576"),
  createChunkRead("206-file-chunk-2", "?offset=2097152&limit=1048576"),
  createChunkRead("207-file-default", ""),
  createChunkRead("208-file-past-end", "?offset=2621573"),
  createChunkRead("209-file-limit-0", "?limit=0"),
  createChunkRead("210-file-small", "?offset=3&limit=5"),
  createChunkRead("211-file-limit-over", "?limit=1048577"),
  createGetReproduction("212-file-404", "admin", "/artifact_files/987654"),
  createGetReproduction(
    "213-file-bad-token",
    { "X-Auth-Token": "none", "X-Auth-UserId": "1" },
    () => `/artifact_files/${fileId}`,
    { before: addAttachedFile },
  ),
  createGetReproduction("214-file-html-url", "admin", getStreamPath, { before: addAttachedFile }),
  createGetReproduction("215-file-html-url-anon", "anonymous", getStreamPath, { before: addAttachedFile }),
  createFileUpdate("435-file-field-empty", 0, () => [], addAttachedFile),
  createReproduction(
    "436-file-field-after-empty",
    "admin",
    "GET",
    ({ stories: { getArtifactId } }) => `/artifacts/${getArtifactId(0)}`,
    {
      before: async (context) => {
        const { data, sendFirst } = context;
        const values = [{ field_id: data.stories.getFieldId("mockups"), value: [] }];
        await addAttachedFile(context);
        await sendFirst({
          method: "PUT",
          path: `/artifacts/${data.stories.getArtifactId(0)}`,
          body: { values },
        });
      },
    },
  ),
];
