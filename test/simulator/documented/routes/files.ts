import { createDataResponse } from "../../http/messages.ts";
import { HttpError } from "../../http/httpError.ts";
import type { Route } from "../../http/route.ts";
import { canReadFile } from "../../state/access.ts";
import { parsePage, createPaginationHeaders } from "../pagination.ts";

const chunkSize = 1_048_576;

export const fileRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/artifact_files/{id}",
    credentials: "required",
    handle: (call) => {
      const window = parsePage(call, chunkSize);
      const file = call.server.files.findAttached(call.getNumberParameter("id"));
      if (file === undefined || !canReadFile(call.viewer, file)) throw new HttpError(404);
      const content = call.server.files.getContent(file.description);
      const chunk = content?.slice(window.offset, window.offset + window.limit);
      return createDataResponse(
        { data: chunk?.toString("base64") ?? null },
        ...createPaginationHeaders(window, file.description.size),
      );
    },
  },
];
