// A link from one artifact to another one, without opening either.
import * as vscode from "vscode";
import { oneLine, withoutIcons, withoutLinks } from "../../model/displayText.ts";
import { fieldOf, type Form, type FormField } from "../../model/form/form.ts";
import type { ArtifactTarget, DecisionArguments } from "../../protocol/commands.ts";
import type { Services } from "../../services.ts";
import type { Matter } from "../../store/triage/states.ts";
import { type Concerns, targetOf } from "./concern.ts";
import { carryOut } from "./decided.ts";
import { decisionTargets, isFreeInForm } from "./decisionTargets.ts";

function say(text: string): undefined {
  void vscode.window.showInformationMessage(withoutLinks(text));
}

function openLinkField(form: Form): FormField | undefined {
  const fields = form.linkFields.flatMap((id) => fieldOf(form, id) ?? []);
  return fields.find(({ access, control }) => access === "edit" && control.kind === "links");
}

/** The kind of link, in words where there are several; undefined for who turns away. */
async function askType({ control }: FormField, title: string): Promise<string | undefined> {
  const known = control.kind === "links" ? control.types : [];
  const rows = known.map(({ name, forwardLabel }) => ({
    label: withoutIcons(oneLine(forwardLabel)),
    name,
  }));
  const plain = { label: vscode.l10n.t("Linked to"), name: "" };
  const all = rows.some(({ name }) => name === "") ? rows : [plain, ...rows];
  if (all.length === 1) return all[0]?.name;
  const options = { title, placeHolder: vscode.l10n.t("What kind of link") };
  return (await vscode.window.showQuickPick(all, options))?.name;
}

export class Links {
  readonly #services: Services;
  readonly #concerns: Concerns;

  constructor(services: Services, concerns: Concerns) {
    this.#services = services;
    this.#concerns = concerns;
  }

  async link(...given: DecisionArguments): Promise<void> {
    const title = vscode.l10n.t("Link to Artifact");
    const [target, ...others] = await decisionTargets(this.#services, given, title);
    if (target === undefined) return undefined;
    if (others.length > 0) return say(vscode.l10n.t("Links are made one by one: select one artifact."));
    const matter = await this.#concerns.matter(target);
    if (matter === undefined) return undefined;
    const field = openLinkField(matter.form);
    if (field === undefined) {
      return say(vscode.l10n.t("{0} has no field for links that you may change.", matter.label));
    }
    if (await isFreeInForm(this.#services, matter, field)) await this.#linkIn(matter, field);
  }

  async #linkIn(matter: Matter, field: FormField): Promise<void> {
    const other = await this.#askOther(matter);
    if (other === undefined) return;
    const { artifactId } = other;
    const title = vscode.l10n.t("Link #{0} to #{1}", matter.selected.row.id, artifactId);
    const type = await askType(field, title);
    if (type === undefined) return;
    await carryOut(this.#services, matter, {
      wish: { kind: "link", artifactId, type, field: { by: "id", fieldId: field.id } },
      done: vscode.l10n.t("{0} is linked to #{1} now.", matter.label, artifactId),
    });
  }

  async #askOther(matter: Matter): Promise<ArtifactTarget | undefined> {
    const { selected } = matter;
    const title = vscode.l10n.t("Link #{0} to…", selected.row.id);
    const other = await this.#services.features.form.chooseArtifact(title, { other: targetOf(matter) });
    if (other?.artifactId === selected.row.id) {
      return say(vscode.l10n.t("An artifact can't be linked to itself: choose another one."));
    }
    return other;
  }
}
