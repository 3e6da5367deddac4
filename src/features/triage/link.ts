// A link from one artifact to another one, without opening either.
import * as vscode from "vscode";
import { oneLine, withoutIcons, withoutLinks } from "../../model/displayText.ts";
import { fieldOf, type Form, type FormField } from "../../model/form/form.ts";
import type { ArtifactTarget, DecisionArguments } from "../../protocol/commands.ts";
import { type Concerns, type Matter, targetOf } from "./concern.ts";
import { carryOut } from "./decided.ts";
import { decisionTargets, isFreeInForm } from "./decisionTargets.ts";
import type { DecisionDependencies } from "./dependencies.ts";

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
  readonly #dependencies: DecisionDependencies;
  readonly #concerns: Concerns;

  constructor(dependencies: DecisionDependencies, concerns: Concerns) {
    this.#dependencies = dependencies;
    this.#concerns = concerns;
  }

  async link(...given: DecisionArguments): Promise<void> {
    const title = vscode.l10n.t("Link to Artifact");
    const [target, ...others] = await decisionTargets(this.#dependencies, given, title);
    if (target === undefined) return undefined;
    if (others.length > 0) return say(vscode.l10n.t("Links are made one by one: select one artifact."));
    const matter = await this.#concerns.matter(target);
    if (matter === undefined) return undefined;
    const field = openLinkField(matter.form);
    if (field === undefined) {
      return say(vscode.l10n.t("{0} has no field for links that you may change.", matter.label));
    }
    if (await isFreeInForm(this.#dependencies, matter, field)) await this.#linkIn(matter, field);
  }

  async #linkIn(matter: Matter, field: FormField): Promise<void> {
    const other = await this.#askOther(matter);
    if (other === undefined) return;
    const { artifactId } = other;
    const title = vscode.l10n.t("Link #{0} to #{1}", matter.selected.row.id, artifactId);
    const type = await askType(field, title);
    if (type === undefined) return;
    await carryOut(this.#dependencies, matter, {
      wish: { kind: "link", artifactId, type, field: { by: "id", fieldId: field.id } },
      done: vscode.l10n.t("{0} is linked to #{1} now.", matter.label, artifactId),
    });
  }

  async #askOther(matter: Matter): Promise<ArtifactTarget | undefined> {
    const { commands } = this.#dependencies;
    const { selected } = matter;
    const title = vscode.l10n.t("Link #{0} to…", selected.row.id);
    const other = await commands.ask("artifacts.chooseArtifact", title, { other: targetOf(matter) });
    if (other?.artifactId === selected.row.id) {
      return say(vscode.l10n.t("An artifact can't be linked to itself: choose another one."));
    }
    return other;
  }
}
