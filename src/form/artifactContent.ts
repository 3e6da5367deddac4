import * as vscode from "vscode";
import type { ArtifactDetails, FieldText } from "../model/artifactDetails.ts";
import { oneLine } from "../model/displayText.ts";
import type { Site } from "../model/site.ts";
import { fieldValue } from "../platform/fieldValue.ts";
import type { PageContent } from "../protocol/page.ts";

/** The title of the tab and the heading of the page. */
export function headingOf(artifactId: number, title: string | undefined): string {
  return title === undefined ? `#${artifactId}` : `#${artifactId} ${oneLine(title)}`;
}

export function artifactContent(site: Site, details: ArtifactDetails): PageContent {
  const { id, title, status, isOpen, trackerLabel, fields } = details;
  return {
    kind: "artifact",
    heading: headingOf(id, title),
    origin: [site.label, trackerLabel].filter((part) => part !== undefined).join(" › "),
    status,
    isOpen,
    fields: fields.map((field: FieldText) => ({ label: field.label, text: fieldValue(field) })),
  };
}

export function loadingContent(artifactId: number): PageContent {
  return { kind: "loading", text: vscode.l10n.t("Reading #{0}…", artifactId) };
}
