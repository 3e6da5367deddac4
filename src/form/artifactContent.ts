import * as vscode from "vscode";
import type { Artifact } from "../model/artifact.ts";
import { oneLine } from "../model/displayText.ts";
import type { Site } from "../model/site.ts";
import { fieldValue } from "../platform/fieldValue.ts";
import type { PageContent, ShownField } from "../protocol/page.ts";

/** The title of the tab and the heading of the page. */
export function headingOf(artifactId: number, title: string | undefined): string {
  return title === undefined ? `#${artifactId}` : `#${artifactId} ${oneLine(title)}`;
}

function shownFields({ values }: Artifact): readonly ShownField[] {
  return values
    .filter((entry) => entry.kind === "entry")
    .map((entry) => ({ label: entry.label, text: fieldValue(entry) }))
    .filter(({ text }) => text.trim() !== "");
}

export function artifactContent(site: Site, artifact: Artifact): PageContent {
  const { id, title, status, isOpen, tracker } = artifact;
  return {
    kind: "artifact",
    heading: headingOf(id, title),
    origin: [site.label, tracker.label].filter((part) => part !== undefined).join(" › "),
    status,
    isOpen,
    fields: shownFields(artifact),
  };
}

export function loadingContent(artifactId: number): PageContent {
  return { kind: "loading", text: vscode.l10n.t("Reading #{0}…", artifactId) };
}
