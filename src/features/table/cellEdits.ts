// Status and assignee of one row, changed where they stand: under the state that the row was shown from.
import * as vscode from "vscode";
import { reference } from "../../model/artifact.ts";
import { artifactLabel, oneLine } from "../../model/displayText.ts";
import { untouched } from "../../model/form/draft.ts";
import { fieldOf, type Form, type FormField } from "../../model/form/form.ts";
import { chosenIn, offersOf } from "../../model/form/offered.ts";
import { type Role, takesMany, wishFor } from "../../model/triage/wish.ts";
import { shortestPersonQuery } from "../../model/user.ts";
import type { Chosen } from "../../model/value.ts";
import type { DecisionTarget } from "../../protocol/commands.ts";
import { CallFailed } from "../../protocol/rpc.ts";
import type { Offer, Offers, RowAction } from "../../protocol/table.ts";
import type { Services } from "../../services.ts";
import type { Matter, Selected } from "../../store/triage/states.ts";
import { nothingOffer } from "./bulkFields.ts";
import type { Table } from "./table.ts";

// What can be done with rows that is done elsewhere: by the commands that menus and keys run too.

/** As whoever decides about rows needs them. */
export function targetsOf(
  table: Table,
  ids: readonly number[],
  order: readonly number[] = ids,
): readonly DecisionTarget[] {
  const siteApi = table.site?.api;
  if (siteApi === undefined) return [];
  const neighbours = (): readonly DecisionTarget[] => targetsOf(table, order);
  const readOn = (): Promise<"end" | "notRead"> => Promise.resolve(table.isWhole ? "end" : "notRead");
  return table.selected(ids).map(({ row, trackerId }) => ({
    siteApi,
    artifactId: row.id,
    page: row.page,
    trackerId,
    artifact: row,
    neighbours,
    readOn,
  }));
}

export async function actOn(
  { commands }: Services,
  targets: readonly DecisionTarget[],
  action: RowAction,
): Promise<void> {
  const [first] = targets;
  if (first === undefined) return;
  switch (action) {
    case "open":
      return commands.run("artifacts.openArtifact", first);
    case "openInBrowser":
      return commands.run("artifacts.openInBrowser", first);
    case "copyReference": {
      const references = targets.map(({ artifactId }) => reference(artifactId));
      await vscode.env.clipboard.writeText(references.join("\n"));
      return;
    }
    case "comment":
      return commands.run("artifacts.addComment", first, targets);
    case "link":
      return commands.run("artifacts.linkArtifact", first, targets);
    case "assignToMe":
      return commands.run("artifacts.assignToMe", first, targets);
    case "startWork":
      return commands.run("artifacts.startWork", first);
    case "delete":
      return commands.run("artifacts.deleteArtifact", first, targets);
  }
}

function fieldFor(form: Form, role: Role): FormField | undefined {
  const id = form.promoted[role];
  return id === undefined ? undefined : fieldOf(form, id);
}

function noneText(role: Role): string {
  return role === "status"
    ? vscode.l10n.t("There is no status here that you may change.")
    : vscode.l10n.t("You can't assign this to anybody.");
}

function offerOf({ id, label }: Chosen): Offer {
  return { value: { id, label }, label: oneLine(label, 100), detail: "", isNow: false };
}

function listed(form: Form, field: FormField, role: Role): readonly Offer[] {
  const held = new Set(chosenIn(field.base).map(({ id }) => String(id)));
  const offers = offersOf(form, untouched, field).map((offered) => ({
    ...offerOf(offered),
    isNow: held.has(String(offered.id)),
  }));
  const mayBeEmpty = !field.isRequired && role === "assignee";
  return mayBeEmpty ? [nothingOffer("people", held.size === 0), ...offers] : offers;
}

export class CellEdits {
  readonly #services: Services;
  readonly #table: Table;

  constructor(services: Services, table: Table) {
    this.#services = services;
    this.#table = table;
  }

  /** What the workflow and the rights of its present state allow. */
  async offers(id: number, role: Role): Promise<Offers> {
    const { form } = await this.#matter(id);
    const field = fieldFor(form, role);
    if (field?.access !== "edit") return { kind: "none", text: noneText(role) };
    if (field.control.kind === "people") {
      const held = chosenIn(field.base).map((person) => ({ ...offerOf(person), isNow: true }));
      return { kind: "search", shortest: shortestPersonQuery, takesMany: takesMany(field.control), held };
    }
    return { kind: "list", offers: listed(form, field, role), takesMany: takesMany(field.control) };
  }

  async findPeople(query: string): Promise<readonly Offer[]> {
    const { states, signal } = this.#table;
    if (states === undefined) return [];
    const { client } = await states.connection();
    const people = await client.people(query, signal);
    const found = people.map((person) => ({
      ...offerOf(person),
      detail: oneLine(person.username ?? "", 60),
    }));
    return [nothingOffer("people", false), ...found];
  }

  /** Ends when it is known what came of it; the row is what there is then. */
  async set(id: number, role: Role, values: readonly Chosen[]): Promise<void> {
    const matter = await this.#matter(id);
    const field = fieldFor(matter.form, role);
    if (field?.access !== "edit") throw new CallFailed(noneText(role));
    const { triage } = this.#services.features;
    await triage.saveField(matter, field, wishFor(role, "set", values), () => this.#table.look([id]));
  }

  async #matter(id: number): Promise<Matter> {
    const { site, states, signal } = this.#table;
    const [selected]: readonly Selected[] = this.#table.selected([id]);
    if (site === undefined || states === undefined || selected === undefined) {
      throw new CallFailed(vscode.l10n.t("This row is no longer there."));
    }
    const { base } = await states.one(selected, signal);
    return { site, states, selected, label: artifactLabel(id, base.title), form: base.form };
  }
}
