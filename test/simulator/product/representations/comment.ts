import type { JsonObject } from "../../http/json.ts";
import { escapeHtml, markdownToHtml, removeScripts } from "../../http/markdown.ts";
import { isAdministrator } from "../../state/access.ts";
import type { Comment } from "../../state/changeset.ts";
import { isInGroup } from "../../state/group.ts";
import type { Viewer } from "../../state/user.ts";
import type { Project } from "../../state/project.ts";
import { representGroup } from "./group.ts";

/**
 * A viewer who can't read a comment gets an empty one; other viewers only see those of its groups that they belong to.
 */
export function filterComment(
  comment: Comment | undefined,
  viewer: Viewer,
  project: Project,
): Comment | undefined {
  if (comment?.visibleTo === undefined || isAdministrator(viewer, project)) return comment;
  const visibleTo = comment.visibleTo.filter((group) => isInGroup(viewer, group, project));
  return visibleTo.length === 0 ? undefined : { ...comment, visibleTo };
}

/** The comment of a changeset without one: an empty text in the server's default format. */
export const emptyComments = {
  submission: { body: "", format: "text" },
  change: { body: "", format: "commonmark" },
} as const satisfies Record<string, Comment>;

export function representComment(item: Comment, project: Project): JsonObject {
  const ugroups = item.visibleTo?.map((group) => representGroup(group, project)) ?? null;
  return { ...representContent(item), ugroups };
}

function representContent({ body, format }: Comment): JsonObject {
  switch (format) {
    case "commonmark": {
      const html = body === "" ? "" : markdownToHtml(body);
      return { body: html, post_processed_body: html, format: "html", commonmark: body };
    }
    case "html":
      return { body, post_processed_body: removeScripts(body), format };
    case "text":
      return { body, post_processed_body: escapeHtml(body), format };
  }
}
