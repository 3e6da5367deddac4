import type { JsonObject } from "../../http/json.ts";
import { escapeHtml, markdownToHtml, withoutScripts } from "../../http/markdown.ts";
import { isAdministrator } from "../../state/access.ts";
import type { Comment } from "../../state/changeset.ts";
import { belongsTo } from "../../state/group.ts";
import type { Viewer } from "../../state/people.ts";
import type { Project } from "../../state/project.ts";
import { groupReference } from "./group.ts";

/** Who may not read a comment is shown none. Others learn of the groups they are in themselves. */
export function visibleComment(
  comment: Comment | undefined,
  viewer: Viewer,
  project: Project,
): Comment | undefined {
  if (comment?.onlyFor === undefined || isAdministrator(viewer, project)) return comment;
  const onlyFor = comment.onlyFor.filter((group) => belongsTo(viewer, group, project));
  return onlyFor.length === 0 ? undefined : { ...comment, onlyFor };
}

/** What stands where nothing was said. Whoever changes something leaves an empty text in the platform's first format. */
export const nothingSaid = {
  submission: { body: "", format: "text" },
  change: { body: "", format: "commonmark" },
} as const satisfies Record<string, Comment>;

export function comment(item: Comment, project: Project): JsonObject {
  const ugroups = item.onlyFor?.map((group) => groupReference(group, project)) ?? null;
  return { ...content(item), ugroups };
}

function content({ body, format }: Comment): JsonObject {
  switch (format) {
    case "commonmark": {
      const html = body === "" ? "" : markdownToHtml(body);
      return { body: html, post_processed_body: html, format: "html", commonmark: body };
    }
    case "html":
      return { body, post_processed_body: withoutScripts(body), format };
    case "text":
      return { body, post_processed_body: escapeHtml(body), format };
  }
}
