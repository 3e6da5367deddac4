// How many a query finds, in words.
import * as vscode from "vscode";
import type { Site } from "../../model/site.ts";
import { failureText } from "../../platform/failureText.ts";
import type { Preview } from "../../store/queries/preview.ts";

export function previewText(preview: Preview, site: Site): string {
  switch (preview.kind) {
    case "counted":
      return countText(preview, site);
    case "failed":
      return failureText(preview.failure, site.label);
    case "problems":
      return vscode.l10n.t("It can't be asked like this: change or remove what is marked.");
    case "siteUnknown":
      return vscode.l10n.t("You are not connected to its site.");
  }
}

function countText({ count, isOpenUntold }: Preview & { kind: "counted" }, { label }: Site): string {
  switch (count.kind) {
    case "contradicted":
      return vscode.l10n.t(
        "{0} does not heed these conditions: it lists artifacts that don't meet them.",
        label,
      );
    case "untold":
      return vscode.l10n.t("{0} does not say how many there are.", label);
    case "atMost": {
      const text = sizeText(count.size);
      return isOpenUntold
        ? vscode.l10n.t("{0}, closed ones too: {1} does not say which are open.", text, label)
        : text;
    }
  }
}

function sizeText(size: number): string {
  if (size === 0) return vscode.l10n.t("No artifacts");
  if (size === 1) return vscode.l10n.t("At most 1 artifact");
  return vscode.l10n.t("At most {0} artifacts", size.toLocaleString(vscode.env.language));
}
