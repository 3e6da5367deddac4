import type { Ask } from "../asking.ts";
import type { Known } from "../known.ts";
import { object } from "../raw.ts";
import { get, row } from "../row.ts";
import type { Row, Stage } from "../row.ts";

const temporary = "/artifact_temporary_files";
const chunk = Buffer.alloc(1_048_576, 1);
const words = Buffer.from("hello world");
const version = { "Tus-Resumable": "1.0.0" };
const piece = { ...version, "Upload-Offset": "0", "Content-Type": "application/offset+octet-stream" };

/** What was begun; each row begins with a simulator of its own. */
let begun = 0;

function file(content: Uint8Array | string): object {
  const base64 = typeof content === "string" ? content : Buffer.from(content).toString("base64");
  return { name: "blob.bin", description: "readings", mimetype: "application/octet-stream", content: base64 };
}

/** So many chunks of a file, sent in the older way. */
function sent(chunks: number) {
  return async ({ first }: Stage): Promise<void> => {
    const created = await first({ method: "POST", path: temporary, body: file(chunk) });
    begun = Number(object(created)["id"]);
    for (let number = 2; number <= chunks; number += 1) {
      const body = { content: chunk.toString("base64"), offset: number };
      await first({ method: "PUT", path: `${temporary}/${begun}`, body });
    }
  };
}

function put(recording: string, chunks: number, offset: number, who: "admin" | "member" = "admin"): Row {
  const body = { content: "YWJj", offset };
  return row(recording, who, "PUT", () => `${temporary}/${begun}`, { body, before: sent(chunks) });
}

function begin({ stories: { field } }: Known): Ask {
  const body = { name: "tus.txt", file_size: words.length, file_type: "text/plain" };
  return { method: "POST", path: `/tracker_fields/${field("mockups")}/files`, body };
}

async function announced({ first, known }: Stage): Promise<void> {
  begun = Number(object(await first(begin(known)))["id"]);
}

async function arrived(stage: Stage): Promise<void> {
  await announced(stage);
  await stage.first({ method: "PATCH", path: slot(), headers: piece, body: words });
}

function slot(): string {
  return `//uploads/tracker/file/${begun}`;
}

function attaching({ stories: { artifact, field } }: Known): Ask {
  const body = { values: [{ field_id: field("mockups"), value: [begun] }] };
  return { method: "PUT", path: `/artifacts/${artifact(0)}`, body };
}

export const uploadRows: readonly Row[] = [
  row("190-tempfiles-options", "admin", "OPTIONS", temporary),
  row("191-tempfile-create", "admin", "POST", temporary, { body: file(chunk) }),
  put("192-tempfile-put-chunk2", 1, 2),
  put("193-tempfile-put-wrong-offset", 2, 7),
  put("194-tempfile-put-other-user", 2, 3, "member"),
  put("195-tempfile-put-chunk3", 2, 3),
  row("196-tempfile-create-bad-base64", "admin", "POST", temporary, { body: file("***") }),
  row("197-tempfile-create-too-big", "admin", "POST", temporary, {
    body: file(Buffer.concat([chunk, words])),
  }),
  get("198-tempfile-list", "admin", temporary, { before: sent(1) }),
  get("367-tracker-field-get", "admin", ({ stories: { field } }) => `/tracker_fields/${field("status")}`),
  row("368-tus-file-create", "admin", "POST", (known) => begin(known).path, {
    body: (known: Known) => begin(known).body,
  }),
  row("369-tus-head", "admin", "HEAD", slot, { headers: version, before: announced }),
  row("370-tus-patch", "admin", "PATCH", slot, { headers: piece, body: words, before: announced }),
  row("371-tus-attach", "admin", "PUT", (known) => attaching(known).path, {
    body: (known: Known) => attaching(known).body,
    before: arrived,
  }),
  get("372-tus-artifact", "admin", (known) => attaching(known).path, {
    before: async (stage) => {
      await arrived(stage);
      await stage.first(attaching(stage.known));
    },
  }),
];
