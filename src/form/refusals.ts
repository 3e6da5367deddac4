// What a server had against what was sent.
import * as vscode from "vscode";
import { oneLine } from "../model/displayText.ts";
import { failureText } from "../platform/failureText.ts";
import type { PageDraft } from "../protocol/page.ts";
import type { Editing } from "../store/editing.ts";
import type { EditingNotice } from "../store/notices.ts";

type Rejected = Extract<EditingNotice, { kind: "rejected" }>;

/** In its own words; where it has none, in some that fit something that was to be written. */
export function rejectedText({ failure }: Rejected, site: string): string {
  const { said, status } = failure.request;
  if (said === undefined && failure.kind === "forbidden") {
    return vscode.l10n.t("{0} doesn't allow your account to save this: ask a project administrator.", site);
  }
  if (said === undefined && status === 409) {
    return vscode.l10n.t("{0} doesn't take this name: something else may be called so.", site);
  }
  return failureText(failure, site);
}

/** What it said about a single field. */
export function refusalsOf({ notices }: Editing, site: string): PageDraft["refusals"] {
  return notices.flatMap((notice) => {
    if (notice.kind !== "rejected" || notice.fieldId === undefined) return [];
    const { said } = notice.failure.request;
    const text = said === undefined ? rejectedText(notice, site) : oneLine(said, 500);
    return [{ fieldId: notice.fieldId, text }];
  });
}
