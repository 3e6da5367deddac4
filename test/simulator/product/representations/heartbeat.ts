import { formatIsoDate } from "../../clock.ts";
import type { JsonObject } from "../../http/json.ts";
import { escapeHtml } from "../../http/markdown.ts";
import { getTitle } from "../../state/artifact.ts";
import type { Artifact } from "../../state/artifact.ts";
import type { ServerState } from "../../state/serverState.ts";
import { representMinimalUser } from "./user.ts";

export const trackerIconName = "fa-solid fa-tlp-tracker";

/** An event of a project: the last update of an artifact, as HTML. */
export function representHeartbeat(artifact: Artifact, server: ServerState): JsonObject {
  const { id, tracker, updatedOn, updatedBy } = artifact;
  const badge = `<span class="cross-ref-badge tlp-swatch-${tracker.color}">${tracker.itemName} #${id}</span>`;
  const title = escapeHtml(getTitle(artifact) ?? "");
  return {
    updated_at: formatIsoDate(updatedOn),
    html_message: `<a class="direct-link-to-artifact" href="/plugins/tracker/?aid=${id}">${badge}${title}</a>`,
    icon: "",
    small_icon: "",
    icon_name: trackerIconName,
    user: representMinimalUser(server.users.get(updatedBy)),
  };
}
