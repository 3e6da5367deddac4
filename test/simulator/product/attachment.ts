import type { Answer } from "../http/message.ts";
import { blankPage } from "../http/pages.ts";
import { canReadFile } from "../state/access.ts";
import type { Viewer } from "../state/people.ts";
import type { World } from "../state/world.ts";

/** The number in `/plugins/tracker/attachments/12-name`; the name is decoration, and a preview is the picture itself. */
export function attachmentId(pathname: string): number | undefined {
  const digits = /^\/plugins\/tracker\/attachments\/(?:preview\/)?(\d{1,15})-/.exec(pathname)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The bytes as they are. */
export function rawFile(world: World, viewer: Viewer, id: number): Answer {
  const file = world.files.attached(id);
  const content =
    file === undefined ||
    !canReadFile(viewer, file) ||
    (viewer === undefined && world.anonymous === "refused")
      ? undefined
      : world.files.contentOf(file.description);
  if (file === undefined || content === undefined) return blankPage(404);
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
