import type { RouteResponse } from "../http/messages.ts";
import { createBlankPage } from "../http/htmlPages.ts";
import { canReadFile } from "../state/access.ts";
import type { Viewer } from "../state/user.ts";
import type { ServerState } from "../state/serverState.ts";

/** The id in `/plugins/tracker/attachments/12-name`; the name is ignored, and a preview is the image itself. */
export function parseAttachmentId(pathname: string): number | undefined {
  const digits = /^\/plugins\/tracker\/attachments\/(?:preview\/)?(\d{1,15})-/.exec(pathname)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export function downloadAttachment(server: ServerState, viewer: Viewer, id: number): RouteResponse {
  const file = server.files.findAttached(id);
  const content =
    file === undefined ||
    !canReadFile(viewer, file) ||
    (viewer === undefined && server.anonymous === "refused")
      ? undefined
      : server.files.getContent(file.description);
  if (file === undefined || content === undefined) return createBlankPage(404);
  const { name, mimeType } = file.description;
  return {
    status: 200,
    headers: [
      ["Content-Disposition", `attachment; filename="${encodeURIComponent(name)}"`],
      ["X-DNS-Prefetch-Control", "off"],
      ["Cache-Control", "private"],
      ["Pragma", "no-cache"],
      ["Accept-Ranges", "bytes"],
    ],
    body: { kind: "file", contentType: mimeType, content },
  };
}
