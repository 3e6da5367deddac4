// Quick decisions: the status of an artifact, and who it is assigned to. What is meant for several goes to the table that
// changes many.
import * as vscode from "vscode";
import { oneLine, withoutIcons, withoutLinks } from "../model/displayText.ts";
import { untouched } from "../model/form/draft.ts";
import { type FormField, fieldOf } from "../model/form/form.ts";
import { chosenIn, offersOf } from "../model/form/offered.ts";
import type { Person } from "../model/person.ts";
import { type Role, takesMany, wishFor } from "../model/triage/roleWish.ts";
import type { DecisionArguments } from "../protocol/commands.ts";
import { chooseMe } from "./askMe.ts";
import { pickPerson } from "./askPerson.ts";
import type { Concerns, Matter } from "./concern.ts";
import { carryOut } from "./decided.ts";
import { decisionTargets } from "./decisionTargets.ts";
import type { DecisionDependencies } from "./dependencies.ts";
import { isFreeInForm } from "./typedInForm.ts";

interface Question {
  readonly matter: Matter;
  readonly field: FormField;
}

export class Decisions {
  readonly #dependencies: DecisionDependencies;
  readonly #concerns: Concerns;

  constructor(dependencies: DecisionDependencies, concerns: Concerns) {
    this.#dependencies = dependencies;
    this.#concerns = concerns;
  }

  /** Only what the workflow allows is offered. */
  async status(...given: DecisionArguments): Promise<void> {
    const question = await this.#question(given, "status", vscode.l10n.t("Set Status"));
    if (question === undefined) return;
    const { matter, field } = question;
    const held = new Set(chosenIn(field.base).map(({ id }) => String(id)));
    const rows = offersOf(matter.form, untouched, field).map(({ id, label }) => ({
      label: withoutIcons(oneLine(label)),
      description: held.has(String(id)) ? vscode.l10n.t("now") : "",
      value: { id, label },
    }));
    const picked = await vscode.window.showQuickPick(rows, {
      title: withoutLinks(vscode.l10n.t("Status of {0}", matter.label)),
      placeHolder: vscode.l10n.t("What the workflow allows from here"),
    });
    if (picked === undefined) return;
    await carryOut(this.#dependencies, matter, { wish: wishFor("status", "set", [picked.value]) });
  }

  async assign(...given: DecisionArguments): Promise<void> {
    const question = await this.#question(given, "assignee", vscode.l10n.t("Assign"));
    if (question === undefined) return;
    const { matter, field } = question;
    const { client } = await matter.states.connection();
    const chosen = await pickPerson(matter.form, field, {
      title: withoutLinks(vscode.l10n.t("Assign {0}", matter.label)),
      site: matter.site.label,
      find: (query, signal) => client.people(query, signal),
    });
    if (chosen === undefined) return;
    const wish = wishFor("assignee", "set", chosen === "nobody" ? [] : [chosen]);
    await carryOut(this.#dependencies, matter, { wish });
  }

  async assignToMe(...given: DecisionArguments): Promise<void> {
    const question = await this.#question(given, "assignee", vscode.l10n.t("Assign to Me"));
    if (question === undefined) return;
    const { matter, field } = question;
    const me = await this.#me(matter);
    if (me === undefined) return;
    const how = takesMany(field.control) ? "add" : "set";
    const wish = wishFor("assignee", how, [{ id: me.id, label: me.label }]);
    await carryOut(this.#dependencies, matter, { wish });
  }

  /** Any field, of one or many: the table asks which, and shows what would come of it first. */
  async changeMany(...given: DecisionArguments): Promise<void> {
    const artifacts = await decisionTargets(this.#dependencies, given, vscode.l10n.t("Change Field"));
    if (artifacts.length > 0) await this.#dependencies.commands.run("artifacts.openChange", { artifacts });
  }

  /** One artifact with the field that is asked about, where that is possible. */
  async #question(given: DecisionArguments, role: Role, title: string): Promise<Question | undefined> {
    const { commands } = this.#dependencies;
    const targets = await decisionTargets(this.#dependencies, given, title);
    const [target] = targets;
    if (target === undefined) return undefined;
    if (targets.length > 1) {
      await commands.run("artifacts.openChange", { artifacts: targets, field: { by: "role", role } });
      return undefined;
    }
    const matter = await this.#concerns.matter(target);
    const field = matter && this.#fieldIn(matter, role);
    if (matter === undefined || field === undefined) return undefined;
    return (await isFreeInForm(this.#dependencies, matter, field)) ? { matter, field } : undefined;
  }

  #fieldIn({ form, label }: Matter, role: Role): FormField | undefined {
    const id = form.promoted[role];
    const field = id === undefined ? undefined : fieldOf(form, id);
    if (field?.access === "edit") return field;
    const text =
      role === "status"
        ? vscode.l10n.t("{0} has no status that you may change.", label)
        : vscode.l10n.t("{0} can't be assigned by you.", label);
    void vscode.window.showInformationMessage(withoutLinks(text));
    return undefined;
  }

  /** Where the server does not tell, the person does, once. */
  async #me({ site, states }: Matter): Promise<Person | undefined> {
    const { me } = this.#dependencies;
    const known = await me.of(await states.connection());
    if (known !== undefined) return known;
    await chooseMe(this.#dependencies, { siteApi: site.api });
    return me.of(await states.connection());
  }
}
