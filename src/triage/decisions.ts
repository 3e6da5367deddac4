// Quick decisions about one artifact: its status, and who it is assigned to.
import * as vscode from "vscode";
import { artifactLabel, oneLine, withoutLinks } from "../model/displayText.ts";
import { untouched } from "../model/form/draft.ts";
import { type Form, type FormField, fieldOf, type Promoted } from "../model/form/form.ts";
import { inputText } from "../model/form/inputText.ts";
import { chosenIn, offersOf } from "../model/form/offered.ts";
import type { Site } from "../model/site.ts";
import type { ListChange, Wish } from "../model/triage/wish.ts";
import type { Chosen } from "../model/value.ts";
import { withProgress } from "../platform/progress.ts";
import type { ArtifactTarget, DecisionTarget } from "../protocol/commands.ts";
import { ownTime } from "../store/attachments/ownTime.ts";
import { undo } from "../store/triage/bulk.ts";
import { decide, type Decision } from "../store/triage/decide.ts";
import { rowOf, type Selected, States } from "../store/triage/states.ts";
import { pickPerson } from "./askPerson.ts";
import { decisionProblem } from "./decisionText.ts";
import type { TriageDependencies } from "./dependencies.ts";

/** What is decided about, as it is now. */
interface Matter {
  readonly site: Site;
  readonly states: States;
  readonly selected: Selected;
  /** In one short line. */
  readonly label: string;
  readonly form: Form;
}

function takesMany({ control }: FormField): boolean {
  if (control.kind === "people") return control.takes === "many";
  return control.kind === "choice" && (control.look === "multiSelect" || control.look === "checkboxes");
}

function wishFor(role: keyof Promoted, how: ListChange, value: Chosen | undefined): Wish {
  const people = value === undefined ? [] : [value];
  const field = { by: "role", role } as const;
  return role === "assignee"
    ? { kind: "people", field, how, people }
    : { kind: "choices", field, how, values: people };
}

export class Decisions {
  readonly #dependencies: TriageDependencies;
  readonly #states = new Map<string, States>();

  constructor(dependencies: TriageDependencies) {
    this.#dependencies = dependencies;
    dependencies.catalog.forgotten.listen((api) => this.#states.delete(api));
  }

  /** Only what the workflow allows is offered. */
  async status(target: DecisionTarget | undefined): Promise<void> {
    const matter = await this.#matter(target, vscode.l10n.t("Set Status"));
    const field = matter && this.#fieldIn(matter, "status");
    if (matter === undefined || field === undefined) return;
    const held = new Set(chosenIn(field.base).map(({ id }) => String(id)));
    const rows = offersOf(matter.form, untouched, field).map(({ id, label }) => ({
      label: oneLine(label),
      description: held.has(String(id)) ? vscode.l10n.t("now") : "",
      value: { id, label },
    }));
    const picked = await vscode.window.showQuickPick(rows, {
      title: withoutLinks(vscode.l10n.t("Status of {0}", matter.label)),
      placeHolder: vscode.l10n.t("What the workflow allows from here"),
    });
    if (picked !== undefined) await this.#decide(matter, wishFor("status", "set", picked.value));
  }

  async assign(target: DecisionTarget | undefined): Promise<void> {
    const matter = await this.#matter(target, vscode.l10n.t("Assign"));
    const field = matter && this.#fieldIn(matter, "assignee");
    if (matter === undefined || field === undefined) return;
    const { client } = await matter.states.connection();
    const chosen = await pickPerson(matter.form, field, {
      title: withoutLinks(vscode.l10n.t("Assign {0}", matter.label)),
      find: (query, signal) => client.people(query, signal),
    });
    if (chosen === undefined) return;
    await this.#decide(matter, wishFor("assignee", "set", chosen === "nobody" ? undefined : chosen));
  }

  async assignToMe(target: DecisionTarget | undefined): Promise<void> {
    const matter = await this.#matter(target, vscode.l10n.t("Assign to Me"));
    const field = matter && this.#fieldIn(matter, "assignee");
    if (matter === undefined || field === undefined) return;
    const me = await this.#dependencies.me.of(await matter.states.connection());
    if (me === undefined) {
      const text = vscode.l10n.t(
        "{0} does not say who you are: choose yourself with Assign.",
        matter.site.label,
      );
      void vscode.window.showInformationMessage(withoutLinks(text));
      return;
    }
    const how = takesMany(field) ? "add" : "set";
    await this.#decide(matter, wishFor("assignee", how, { id: me.id, label: me.label }));
  }

  #statesOf(site: Site): States {
    const known = this.#states.get(site.api);
    const states = known ?? new States({ site, catalog: this.#dependencies.catalog, time: ownTime });
    this.#states.set(site.api, states);
    return states;
  }

  async #matter(given: DecisionTarget | undefined, title: string): Promise<Matter | undefined> {
    const { sites, commands } = this.#dependencies;
    const seenAt = ownTime.now();
    const target: DecisionTarget | ArtifactTarget | undefined =
      given ?? (await commands.ask("artifacts.chooseArtifact", title));
    const site = target === undefined ? undefined : sites.find(target.siteApi);
    if (target === undefined || site === undefined) return undefined;
    const states = this.#statesOf(site);
    const { artifactId, trackerId } = target;
    const shown = "artifact" in target ? target.artifact : undefined;
    const reading = vscode.l10n.t("Reading from {0}", site.label);
    const meant = { row: { id: artifactId }, trackerId };
    const state = await withProgress(reading, (signal) => states.one(meant, signal));
    // What was chosen from a list is what the person has seen; a number stands for whatever there is now.
    const selected = shown === undefined ? rowOf(meant, state) : { row: shown, trackerId, seenAt };
    const label = artifactLabel(artifactId, state.base.title);
    return { site, states, selected, label, form: state.base.form };
  }

  #fieldIn({ form, label }: Matter, role: "status" | "assignee"): FormField | undefined {
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

  async #decide(matter: Matter, wish: Wish): Promise<void> {
    const { site, states, selected, label } = matter;
    const decision = await withProgress(vscode.l10n.t("Changing {0}", label), (signal) =>
      decide(states, selected, wish, signal),
    );
    if (decision.kind === "changedSince") return this.#askAgain({ ...matter, selected: decision.now }, wish);
    if (decision.kind === "conflict") return this.#sayFaster(matter);
    if (decision.kind === "done") return this.#sayDone(matter, decision);
    const problem = decisionProblem(decision, { site: site.label, artifact: label });
    if (problem !== undefined) void vscode.window.showErrorMessage(withoutLinks(problem));
  }

  /** Someone has changed it since it was shown: the person sees that first. */
  async #askAgain(matter: Matter, wish: Wish): Promise<void> {
    const { selected, label, site } = matter;
    const { title, status, assignees } = selected.row;
    const facts = [title, status, ...assignees.map((each) => each.label)].filter(
      (fact) => fact !== undefined,
    );
    const [anyway, open] = [vscode.l10n.t("Change It All the Same"), vscode.l10n.t("Open")];
    const choice = await vscode.window.showWarningMessage(
      withoutLinks(vscode.l10n.t("{0} was changed since it was shown to you.", label)),
      { modal: true, detail: vscode.l10n.t("Now: {0}", oneLine(facts.join(" · "))) },
      anyway,
      open,
    );
    if (choice === anyway) await this.#decide(matter, wish);
    if (choice === open) await this.#open(site, selected);
  }

  async #sayFaster({ site, selected, label }: Matter): Promise<void> {
    const open = vscode.l10n.t("Open");
    const text = vscode.l10n.t("Someone was faster: {0} has changed, and yours was not sent.", label);
    const choice = await vscode.window.showWarningMessage(withoutLinks(text), open);
    if (choice === open) await this.#open(site, selected);
  }

  async #sayDone(matter: Matter, decision: Extract<Decision, { kind: "done" }>): Promise<void> {
    const { states, selected, site, label } = matter;
    const undoIt = vscode.l10n.t("Undo");
    const { label: field, after } = decision.change;
    const value = oneLine(inputText(after), 60);
    const text =
      value === ""
        ? vscode.l10n.t("{0}: {1} is empty now.", label, oneLine(field, 60))
        : vscode.l10n.t("{0}: {1} is now {2}.", label, oneLine(field, 60), value);
    const choice = await vscode.window.showInformationMessage(withoutLinks(text), undoIt);
    if (choice !== undoIt) return;
    const [undone] = await withProgress(vscode.l10n.t("Changing {0} back", label), (signal) =>
      undo(states, [{ ...decision, selected }], signal),
    );
    if (undone?.kind === "done") return;
    await this.#sayFaster({ ...matter, site });
  }

  async #open({ api: siteApi }: Site, { row: { id: artifactId }, trackerId }: Selected): Promise<void> {
    await this.#dependencies.commands.run("artifacts.openArtifact", { siteApi, artifactId, trackerId });
  }
}
