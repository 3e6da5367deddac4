import { ok } from "../../http/message.ts";
import { Refusal } from "../../http/refusal.ts";
import type { Route } from "../../http/route.ts";
import { canReadFile } from "../../state/access.ts";
import { pageOf, paginationHeaders } from "../pagination.ts";

const chunkSize = 1_048_576;

export const fileRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/artifact_files/{id}",
    credentials: "required",
    handle: (call) => {
      const window = pageOf(call, chunkSize);
      const file = call.world.files.attached(call.id("id"));
      if (file === undefined || !canReadFile(call.viewer, file)) throw new Refusal(404);
      const content = call.world.files.contentOf(file.description);
      const chunk = content?.slice(window.offset, window.offset + window.limit);
      return ok(
        { data: chunk?.toString("base64") ?? null },
        ...paginationHeaders(window, file.description.size),
      );
    },
  },
];
