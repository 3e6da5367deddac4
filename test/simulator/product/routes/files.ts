import { ok } from "../../http/message.ts";
import type { Header } from "../../http/message.ts";
import { page } from "../../http/parameters.ts";
import { Refusal } from "../../http/refusal.ts";
import type { Route } from "../../http/route.ts";
import { canReadFile } from "../../state/access.ts";
import { largestChunk } from "../../state/temporaryFiles.ts";
import { paginationHeaders } from "../pagination.ts";

const allow = "OPTIONS, GET";
const chunkHeader: Header = ["X-UPLOAD-MAX-FILE-CHUNKSIZE", String(largestChunk)];

export const fileRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/artifact_files/{id}",
    allow,
    options: () => [chunkHeader],
    credentials: "required",
    handle: (call) => {
      const { world, viewer } = call;
      const window = page(call.query, { fallback: largestChunk, min: 0, max: largestChunk });
      const file = world.files.attached(call.id("id"));
      if (file === undefined || !canReadFile(viewer, file)) throw new Refusal(404);
      const { description } = file;
      // A file missing on disk is no error here: there is just no data.
      const chunk = world.files.contentOf(description)?.slice(window.offset, window.offset + window.limit);
      return ok(
        { data: chunk?.toString("base64") ?? null },
        ["Allow", allow],
        chunkHeader,
        ...paginationHeaders(window, description.size, largestChunk),
      );
    },
  },
];
