// Links an artifact to another one without opening a form.
import * as vscode from "vscode";
import { toDisplayLine, escapeIcons, escapeLinks } from "../../model/displayText.ts";
import { findField, type Form, type FormField } from "../../model/form/form.ts";
import type { ArtifactTarget, TriageArguments } from "../../protocol/commandArguments.ts";
import type { Services } from "../../services.ts";
import type { LoadedQuickEditTarget } from "../../store/triage/artifactLoader.ts";
import { type EditTargetResolver, toArtifactTarget } from "./editTargetResolver.ts";
import { runQuickEdit } from "./quickEditRunner.ts";
import { resolveTriageTargets, checkFieldNotInDraft } from "./triageTargets.ts";

function showMessage(text: string): undefined {
  void vscode.window.showInformationMessage(escapeLinks(text));
}

function findEditableLinkField(form: Form): FormField | undefined {
  const fields = form.linkFields.flatMap((id) => findField(form, id) ?? []);
  return fields.find(({ access, control }) => access === "edit" && control.kind === "links");
}

/** Prompts only if there are several types; `undefined` if the user dismisses the prompt. */
async function pickLinkType({ control }: FormField, title: string): Promise<string | undefined> {
  const types = control.kind === "links" ? control.types : [];
  const rows = types.map(({ name, forwardLabel }) => ({
    label: escapeIcons(toDisplayLine(forwardLabel)),
    name,
  }));
  const untyped = { label: vscode.l10n.t("Linked to"), name: "" };
  const all = rows.some(({ name }) => name === "") ? rows : [untyped, ...rows];
  if (all.length === 1) return all[0]?.name;
  const options = { title, placeHolder: vscode.l10n.t("Select a link type") };
  return (await vscode.window.showQuickPick(all, options))?.name;
}

export class QuickLinks {
  readonly #services: Services;
  readonly #editTargets: EditTargetResolver;

  constructor(services: Services, editTargets: EditTargetResolver) {
    this.#services = services;
    this.#editTargets = editTargets;
  }

  async link(...args: TriageArguments): Promise<void> {
    const title = vscode.l10n.t("Link to Artifact");
    const [target, ...otherTargets] = await resolveTriageTargets(this.#services, args, title);
    if (target === undefined) return undefined;
    if (otherTargets.length > 0) {
      return showMessage(
        vscode.l10n.t("You can link only one artifact at a time. Select a single artifact."),
      );
    }
    const editTarget = await this.#editTargets.resolveWithForm(target);
    if (editTarget === undefined) return undefined;
    const field = findEditableLinkField(editTarget.form);
    if (field === undefined) {
      return showMessage(vscode.l10n.t("{0} has no link field that you can edit.", editTarget.label));
    }
    if (await checkFieldNotInDraft(this.#services, editTarget, field)) await this.#addLink(editTarget, field);
  }

  async #addLink(editTarget: LoadedQuickEditTarget, field: FormField): Promise<void> {
    const other = await this.#pickOther(editTarget);
    if (other === undefined) return;
    const { artifactId } = other;
    const title = vscode.l10n.t("Link #{0} to #{1}", editTarget.selected.row.id, artifactId);
    const type = await pickLinkType(field, title);
    if (type === undefined) return;
    await runQuickEdit(this.#services, editTarget, {
      request: { kind: "link", artifactId, type, field: { by: "id", fieldId: field.id } },
      doneMessage: vscode.l10n.t("Linked {0} to #{1}.", editTarget.label, artifactId),
    });
  }

  async #pickOther(editTarget: LoadedQuickEditTarget): Promise<ArtifactTarget | undefined> {
    const { selected } = editTarget;
    const title = vscode.l10n.t("Link #{0} to…", selected.row.id);
    const other = await this.#services.features.form.selectArtifact(title, {
      linkedFrom: toArtifactTarget(editTarget),
    });
    if (other?.artifactId === selected.row.id) {
      return showMessage(vscode.l10n.t("An artifact can't be linked to itself. Select a different one."));
    }
    return other;
  }
}
