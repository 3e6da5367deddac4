import type { Site } from "../model/site.ts";
import type { Catalog } from "../store/catalog.ts";
import type { RecentlyOpened } from "../store/queries/recent.ts";
import type { FormPanel } from "./formPanel.ts";

/** Keeps in mind what was opened, once it has a title; what is gone is nothing to go back to. */
export async function noteOpened(
  { catalog, recent }: { readonly catalog: Catalog; readonly recent: RecentlyOpened },
  site: Site,
  panel: FormPanel,
): Promise<void> {
  await panel.loaded;
  const { subject, base, notices } = panel.editing;
  if (subject.kind !== "artifact") return;
  const account = await catalog.of(site).account();
  if (notices.some(({ kind }) => kind === "gone")) {
    await recent.drop(site.api, account, subject.artifactId);
  } else if (base !== undefined) {
    const { id, label = "" } = base.tracker;
    const tracker = id === undefined ? undefined : { id, label, color: base.color };
    await recent.note(site.api, account, { id: subject.artifactId, title: base.title, tracker });
  }
}
