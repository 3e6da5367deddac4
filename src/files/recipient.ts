// An artifact that takes files, and loses them.
import * as vscode from "vscode";
import { byteLimitText } from "../model/byteText.ts";
import { artifactLabel, oneLine, withoutIcons, withoutLinks } from "../model/displayText.ts";
import type { FormField } from "../model/form/form.ts";
import type { Site } from "../model/site.ts";
import { withProgress } from "../platform/progress.ts";
import type { AttachTarget } from "../protocol/commands.ts";
import type { AttachmentPlace } from "../store/attachments/attach.ts";
import { readBase } from "../store/readBase.ts";
import type { FilesDependencies } from "./dependencies.ts";

export interface Recipient {
  readonly site: Site;
  readonly artifactId: number;
  readonly trackerId: number | undefined;
  /** In one short line. */
  readonly label: string;
  /** Where it has several fields for files: which of them. */
  readonly fieldLabel: string | undefined;
  readonly place: AttachmentPlace;
}

function maxBytesOf({ control }: FormField): number | undefined {
  return control.kind === "files" ? control.maxBytes : undefined;
}

async function chooseField(fields: readonly FormField[]): Promise<FormField | undefined> {
  if (fields.length < 2) return fields[0];
  const rows = fields.map((field) => {
    const limit = maxBytesOf(field);
    const description =
      limit === undefined ? "" : vscode.l10n.t("up to {0} each", byteLimitText(limit, vscode.env.language));
    return { label: withoutIcons(oneLine(field.label)), description, field };
  });
  const placeHolder = vscode.l10n.t("Attach to which field?");
  return (await vscode.window.showQuickPick(rows, { placeHolder }))?.field;
}

/** Reads what is needed to know; undefined where nothing can be attached, which the person is told then. */
export async function recipientOf(
  { sites, catalog, tools }: FilesDependencies,
  { siteApi, artifactId, trackerId, fieldId }: AttachTarget,
): Promise<Recipient | undefined> {
  const site = sites.find(siteApi);
  if (site === undefined) return undefined;
  const siteCatalog = catalog.of(site);
  const { account, client } = await siteCatalog.connection();
  const accountId = account?.id;
  const subject = { kind: "artifact", siteApi, accountId, artifactId } as const;
  const base = await withProgress(vscode.l10n.t("Reading from {0}", site.label), (signal) =>
    readBase(siteCatalog, subject, { trackerId, how: "known", signal }),
  );
  const { attachments } = await tools();
  attachments.seen({ siteApi, artifactId }, base.revision);
  const label = artifactLabel(artifactId, base.title);
  const fields = base.form.fields.filter(
    ({ id, control }) =>
      control.kind === "files" && control.isOpen && (fieldId === undefined || fieldId === id),
  );
  if (fields.length === 0) {
    const text = vscode.l10n.t("{0} has no field for attachments that you may change.", label);
    void vscode.window.showInformationMessage(withoutLinks(text));
  }
  const field = await chooseField(fields);
  if (field === undefined) return undefined;
  const place = {
    siteApi,
    accountId,
    client,
    artifactId,
    field: { id: field.id, maxUploadBytes: maxBytesOf(field), isReadable: true },
  };
  const hasSeveral = base.form.fields.filter(({ control }) => control.kind === "files").length > 1;
  const fieldLabel = hasSeveral ? field.label : undefined;
  return { site, artifactId, trackerId: base.tracker.id ?? trackerId, label, fieldLabel, place };
}
