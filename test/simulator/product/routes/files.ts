import { createDataResponse } from "../../http/messages.ts";
import type { Header } from "../../http/messages.ts";
import { parsePage } from "../../http/queryParameters.ts";
import { HttpError } from "../../http/httpError.ts";
import type { Route } from "../../http/route.ts";
import { canReadFile } from "../../state/access.ts";
import { maxChunkBytes } from "../../state/temporaryFiles.ts";
import { createPaginationHeaders } from "../pagination.ts";

const allow = "OPTIONS, GET";
const chunkHeader: Header = ["X-UPLOAD-MAX-FILE-CHUNKSIZE", String(maxChunkBytes)];

export const fileRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/artifact_files/{id}",
    allow,
    optionsHeaders: () => [chunkHeader],
    credentials: "required",
    handle: (call) => {
      const { server, viewer } = call;
      const window = parsePage(call.query, { defaultValue: maxChunkBytes, min: 0, max: maxChunkBytes });
      const file = server.files.findAttached(call.getNumberParameter("id"));
      if (file === undefined || !canReadFile(viewer, file)) throw new HttpError(404);
      const { description } = file;
      // A file missing on disk isn't an error: its data is empty.
      const chunk = server.files.getContent(description)?.slice(window.offset, window.offset + window.limit);
      return createDataResponse(
        { data: chunk?.toString("base64") ?? null },
        ["Allow", allow],
        chunkHeader,
        ...createPaginationHeaders(window, description.size, maxChunkBytes),
      );
    },
  },
];
