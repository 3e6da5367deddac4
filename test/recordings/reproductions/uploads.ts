import type { SimulatorRequest } from "../sendRequest.ts";
import type { SimulatorData } from "../simulatorData.ts";
import { toObject } from "../rawJson.ts";
import { createGetReproduction, createReproduction } from "../reproduction.ts";
import type { Reproduction, ReproductionContext } from "../reproduction.ts";

const temporaryFilesPath = "/artifact_temporary_files";
const chunk = Buffer.alloc(1_048_576, 1);
const textContent = Buffer.from("hello world");
const versionHeaders = { "Tus-Resumable": "1.0.0" };
const chunkHeaders = {
  ...versionHeaders,
  "Upload-Offset": "0",
  "Content-Type": "application/offset+octet-stream",
};

/** The ID of the created upload; each reproduction has its own simulator. */
let uploadId = 0;

function createFileBody(content: Uint8Array | string): object {
  const base64 = typeof content === "string" ? content : Buffer.from(content).toString("base64");
  return { name: "blob.bin", description: "readings", mimetype: "application/octet-stream", content: base64 };
}

/** Uploads chunks of a temporary file. */
function createTemporaryFile(chunks: number) {
  return async ({ sendFirst }: ReproductionContext): Promise<void> => {
    const created = await sendFirst({
      method: "POST",
      path: temporaryFilesPath,
      body: createFileBody(chunk),
    });
    uploadId = Number(toObject(created)["id"]);
    for (let number = 2; number <= chunks; number += 1) {
      const body = { content: chunk.toString("base64"), offset: number };
      await sendFirst({ method: "PUT", path: `${temporaryFilesPath}/${uploadId}`, body });
    }
  };
}

function createChunkUpdate(
  recording: string,
  chunks: number,
  offset: number,
  who: "admin" | "member" = "admin",
): Reproduction {
  const body = { content: "YWJj", offset };
  return createReproduction(recording, who, "PUT", () => `${temporaryFilesPath}/${uploadId}`, {
    body,
    before: createTemporaryFile(chunks),
  });
}

function createUploadRequest({ stories: { getFieldId } }: SimulatorData): SimulatorRequest {
  const body = { name: "tus.txt", file_size: textContent.length, file_type: "text/plain" };
  return { method: "POST", path: `/tracker_fields/${getFieldId("mockups")}/files`, body };
}

async function createUpload({ sendFirst, data }: ReproductionContext): Promise<void> {
  uploadId = Number(toObject(await sendFirst(createUploadRequest(data)))["id"]);
}

async function completeUpload(context: ReproductionContext): Promise<void> {
  await createUpload(context);
  await context.sendFirst({
    method: "PATCH",
    path: getUploadPath(),
    headers: chunkHeaders,
    body: textContent,
  });
}

function getUploadPath(): string {
  return `//uploads/tracker/file/${uploadId}`;
}

function createAttachRequest({ stories: { getArtifactId, getFieldId } }: SimulatorData): SimulatorRequest {
  const body = { values: [{ field_id: getFieldId("mockups"), value: [uploadId] }] };
  return { method: "PUT", path: `/artifacts/${getArtifactId(0)}`, body };
}

export const uploadRows: readonly Reproduction[] = [
  createReproduction("190-tempfiles-options", "admin", "OPTIONS", temporaryFilesPath),
  createReproduction("191-tempfile-create", "admin", "POST", temporaryFilesPath, {
    body: createFileBody(chunk),
  }),
  createChunkUpdate("192-tempfile-put-chunk2", 1, 2),
  createChunkUpdate("193-tempfile-put-wrong-offset", 2, 7),
  createChunkUpdate("194-tempfile-put-other-user", 2, 3, "member"),
  createChunkUpdate("195-tempfile-put-chunk3", 2, 3),
  createReproduction("196-tempfile-create-bad-base64", "admin", "POST", temporaryFilesPath, {
    body: createFileBody("***"),
  }),
  createReproduction("197-tempfile-create-too-big", "admin", "POST", temporaryFilesPath, {
    body: createFileBody(Buffer.concat([chunk, textContent])),
  }),
  createGetReproduction("198-tempfile-list", "admin", temporaryFilesPath, { before: createTemporaryFile(1) }),
  createGetReproduction(
    "367-tracker-field-get",
    "admin",
    ({ stories: { getFieldId } }) => `/tracker_fields/${getFieldId("status")}`,
  ),
  createReproduction("368-tus-file-create", "admin", "POST", (known) => createUploadRequest(known).path, {
    body: (known: SimulatorData) => createUploadRequest(known).body,
  }),
  createReproduction("369-tus-head", "admin", "HEAD", getUploadPath, {
    headers: versionHeaders,
    before: createUpload,
  }),
  createReproduction("370-tus-patch", "admin", "PATCH", getUploadPath, {
    headers: chunkHeaders,
    body: textContent,
    before: createUpload,
  }),
  createReproduction("371-tus-attach", "admin", "PUT", (known) => createAttachRequest(known).path, {
    body: (known: SimulatorData) => createAttachRequest(known).body,
    before: completeUpload,
  }),
  createGetReproduction("372-tus-artifact", "admin", (known) => createAttachRequest(known).path, {
    before: async (context) => {
      await completeUpload(context);
      await context.sendFirst(createAttachRequest(context.data));
    },
  }),
];
