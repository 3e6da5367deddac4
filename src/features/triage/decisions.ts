// Quick decisions: the status of an artifact, and who it is assigned to. What is meant for several goes to the table that
// changes many.
import * as vscode from "vscode";
import { oneLine, withoutIcons, withoutLinks } from "../../model/displayText.ts";
import { untouched } from "../../model/form/draft.ts";
import { fieldOf, type Form, type FormField } from "../../model/form/form.ts";
import { chosenIn, offersOf } from "../../model/form/offered.ts";
import type { Site } from "../../model/site.ts";
import { type Role, takesMany, wishFor } from "../../model/triage/wish.ts";
import type { Person } from "../../model/user.ts";
import type { Chosen } from "../../model/value.ts";
import type { DecisionArguments, DecisionTarget } from "../../protocol/commands.ts";
import type { Services } from "../../services.ts";
import type { Matter } from "../../store/triage/states.ts";
import { pickOne } from "../../vscode/prompts.ts";
import { peopleSearch, pickFound } from "../../vscode/searchPrompt.ts";
import type { Concerns } from "./concern.ts";
import { carryOut } from "./decided.ts";
import { decisionTargets, isFreeInForm } from "./decisionTargets.ts";

// Whom something is assigned to: those whom the field lists, or anybody whom the server finds.

interface PersonQuestion {
  readonly title: string;
  /** By its label. */
  readonly site: string;
  readonly find: (query: string, signal: AbortSignal) => Promise<readonly Person[]>;
}

interface Row extends vscode.QuickPickItem {
  readonly value: Chosen | "nobody";
}

function nobody(description = ""): Row {
  return { label: vscode.l10n.t("Nobody"), description, alwaysShow: true, value: "nobody" };
}

function rowOf({ id, label }: Chosen, description = ""): Row {
  return {
    label: withoutIcons(oneLine(label)),
    description: withoutIcons(oneLine(description)),
    value: { id, label },
  };
}

/** Begins at whom it is assigned to now, so that Enter alone changes nothing. */
async function pickListed(form: Form, field: FormField, title: string): Promise<Row["value"] | undefined> {
  const held = new Set(chosenIn(field.base).map(({ id }) => String(id)));
  const isHeld = (value: Row["value"]): boolean =>
    value === "nobody" ? held.size === 0 : held.has(String(value.id));
  const now = (value: Row["value"]): string => (isHeld(value) ? vscode.l10n.t("now") : "");
  const rows = offersOf(form, untouched, field).map((offer) => rowOf(offer, now(offer)));
  const reply = await pickOne({
    title,
    canGoBack: false,
    rows: [nobody(now("nobody")), ...rows],
    isActive: isHeld,
  });
  return reply.kind === "answer" ? reply.value : undefined;
}

async function pickFoundPerson({ title, site, find }: PersonQuestion): Promise<Row["value"] | undefined> {
  const searching = peopleSearch<Row["value"]>({
    site,
    people: find,
    valueOf: ({ id, label }) => ({ id, label }),
    otherwise: vscode.l10n.t("{0} can't be searched for people.", site),
  });
  const reply = await pickFound({
    ...searching,
    title,
    canGoBack: false,
    standing: [nobody()],
    isPreselectable: (value) => value !== "nobody",
    keyOf: (value) => (value === "nobody" ? value : `#${value.id}`),
  });
  return reply.kind === "answer" ? reply.value : undefined;
}

/** Undefined for who turns away. */
async function pickPerson(
  form: Form,
  field: FormField,
  question: PersonQuestion,
): Promise<Chosen | "nobody" | undefined> {
  return field.control.kind === "choice"
    ? pickListed(form, field, question.title)
    : pickFoundPerson(question);
}

interface Question {
  readonly matter: Matter;
  readonly field: FormField;
}

export class Decisions {
  readonly #services: Services;
  readonly #concerns: Concerns;

  constructor(services: Services, concerns: Concerns) {
    this.#services = services;
    this.#concerns = concerns;
  }

  /** Only what the workflow allows is offered. */
  async status(...given: DecisionArguments): Promise<void> {
    const question = await this.#question(given, "status", vscode.l10n.t("Set Status"));
    if (question === undefined) return;
    const { matter, field } = question;
    const held = new Set(chosenIn(field.base).map(({ id }) => String(id)));
    const isHeld = ({ id }: Chosen): boolean => held.has(String(id));
    const reply = await pickOne({
      title: withoutLinks(vscode.l10n.t("Status of {0}", matter.label)),
      placeholder: vscode.l10n.t("What the workflow allows from here"),
      canGoBack: false,
      rows: offersOf(matter.form, untouched, field).map((offer) => ({
        label: withoutIcons(oneLine(offer.label)),
        description: isHeld(offer) ? vscode.l10n.t("now") : "",
        value: offer,
      })),
      isActive: isHeld,
    });
    if (reply.kind !== "answer") return;
    const { id, label } = reply.value;
    await carryOut(this.#services, matter, { wish: wishFor("status", "set", [{ id, label }]) });
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
    await carryOut(this.#services, matter, { wish });
  }

  async assignToMe(...given: DecisionArguments): Promise<void> {
    const targets = await decisionTargets(this.#services, given, vscode.l10n.t("Assign to Me"));
    const [first] = targets;
    if (first === undefined) return;
    if (targets.length > 1) return this.#assignManyToMe(first, targets);
    const question = await this.#questionAbout(first, "assignee");
    if (question === undefined) return;
    const { matter, field } = question;
    const me = await this.#me(matter.site);
    if (me === undefined) return;
    const how = takesMany(field.control) ? "add" : "set";
    const wish = wishFor("assignee", how, [me]);
    await carryOut(this.#services, matter, { wish });
  }

  /** Any field, of one or many: the table asks which, and shows what would come of it first. */
  async changeMany(...given: DecisionArguments): Promise<void> {
    const artifacts = await decisionTargets(this.#services, given, vscode.l10n.t("Change Field"));
    if (artifacts.length > 0) await this.#services.features.table.openChange({ artifacts });
  }

  /** The table has everything chosen then, and shows what would come of it. */
  async #assignManyToMe(first: DecisionTarget, artifacts: readonly DecisionTarget[]): Promise<void> {
    const site = this.#services.sites.find(first.siteApi);
    const me = site && (await this.#me(site));
    if (me === undefined) return;
    const field = { by: "role", role: "assignee" } as const;
    await this.#services.features.table.openChange({ artifacts, field, values: [me] });
  }

  /** One artifact with the field that is asked about, where that is possible. */
  async #question(given: DecisionArguments, role: Role, title: string): Promise<Question | undefined> {
    const targets = await decisionTargets(this.#services, given, title);
    const [target] = targets;
    if (target === undefined) return undefined;
    if (targets.length > 1) {
      await this.#services.features.table.openChange({ artifacts: targets, field: { by: "role", role } });
      return undefined;
    }
    return this.#questionAbout(target, role);
  }

  async #questionAbout(target: DecisionTarget, role: Role): Promise<Question | undefined> {
    const matter = await this.#concerns.matter(target);
    const field = matter && this.#fieldIn(matter, role);
    if (matter === undefined || field === undefined) return undefined;
    return (await isFreeInForm(this.#services, matter, field)) ? { matter, field } : undefined;
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
  async #me(site: Site): Promise<Chosen | undefined> {
    const { me, catalog, features } = this.#services;
    const known = await me.of(await catalog.of(site).connection());
    if (known === undefined) await features.queries.chooseMe({ siteApi: site.api });
    const person = known ?? (await me.of(await catalog.of(site).connection()));
    return person && { id: person.id, label: person.label };
  }
}
