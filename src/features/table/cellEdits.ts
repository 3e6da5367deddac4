// Edits of status and assignee in table cells, and other actions on rows.
import * as vscode from "vscode";
import { formatArtifactReference } from "../../model/artifact.ts";
import { formatArtifactLabel, toDisplayLine } from "../../model/displayText.ts";
import { emptyDraft } from "../../model/form/draft.ts";
import { findField, type Form, type FormField } from "../../model/form/form.ts";
import { getSelectedChoices, getAvailableChoices } from "../../model/form/availableChoices.ts";
import {
  type FieldRole,
  allowsMultiple,
  createRoleEditRequest,
} from "../../model/triage/fieldEditRequest.ts";
import { minUserQueryLength } from "../../model/user.ts";
import type { LabeledId } from "../../model/valueTypes.ts";
import type { TriageTarget } from "../../protocol/commandArguments.ts";
import { RpcError } from "../../protocol/rpc.ts";
import type { ValueChoice, ValueChoices, RowAction } from "../../protocol/tableProtocol.ts";
import type { Services } from "../../services.ts";
import type { LoadedQuickEditTarget, SelectedArtifact } from "../../store/triage/artifactLoader.ts";
import { createEmptyChoice } from "./bulkFields.ts";
import type { TableSession } from "./tableSession.ts";

/** Targets for the commands of menus and keys. */
export function toRowTargets(
  table: TableSession,
  ids: readonly number[],
  order: readonly number[] = ids,
): readonly TriageTarget[] {
  const siteApi = table.site?.api;
  if (siteApi === undefined) return [];
  const opensBeside = table.stored.view === "board";
  const getListedArtifacts = (): readonly TriageTarget[] => toRowTargets(table, order);
  const loadMore = (): Promise<"end" | "notRead"> => Promise.resolve(table.isComplete ? "end" : "notRead");
  return table.getSelected(ids).map(({ row, trackerId }) => ({
    siteApi,
    artifactId: row.id,
    page: row.page,
    trackerId,
    artifact: row,
    opensBeside,
    getListedArtifacts,
    loadMore,
  }));
}

export async function runRowAction(
  { commands }: Services,
  targets: readonly TriageTarget[],
  action: RowAction,
): Promise<void> {
  const [first] = targets;
  if (first === undefined) return;
  switch (action) {
    case "open":
      return commands.execute("artifacts.openArtifact", first);
    case "openInBrowser":
      return commands.execute("artifacts.openInBrowser", first);
    case "copyReference": {
      const references = targets.map(({ artifactId }) => formatArtifactReference(artifactId));
      await vscode.env.clipboard.writeText(references.join("\n"));
      return;
    }
    case "comment":
      return commands.execute("artifacts.addComment", first, targets);
    case "link":
      return commands.execute("artifacts.linkArtifact", first, targets);
    case "assignToMe":
      return commands.execute("artifacts.assignToMe", first, targets);
    case "startWork":
      return commands.execute("artifacts.startWork", first);
    case "delete":
      return commands.execute("artifacts.deleteArtifact", first, targets);
  }
}

function findRoleField(form: Form, role: FieldRole): FormField | undefined {
  const id = form.promoted[role];
  return id === undefined ? undefined : findField(form, id);
}

function formatNotEditable(role: FieldRole): string {
  return role === "status"
    ? vscode.l10n.t("You don't have permission to change the status.")
    : vscode.l10n.t("You don't have permission to assign this artifact.");
}

function toChoice({ id, label }: LabeledId): ValueChoice {
  return { value: { id, label }, label: toDisplayLine(label, 100), detail: "", isCurrent: false };
}

function listFieldChoices(form: Form, field: FormField, role: FieldRole): readonly ValueChoice[] {
  const currentIds = new Set(getSelectedChoices(field.base).map(({ id }) => String(id)));
  const choices = getAvailableChoices(form, emptyDraft, field).map((choice) => ({
    ...toChoice(choice),
    isCurrent: currentIds.has(String(choice.id)),
  }));
  const canBeEmpty = !field.isRequired && role === "assignee";
  return canBeEmpty ? [createEmptyChoice("people", currentIds.size === 0), ...choices] : choices;
}

export class CellEdits {
  readonly #services: Services;
  readonly #table: TableSession;

  constructor(services: Services, table: TableSession) {
    this.#services = services;
    this.#table = table;
  }

  /** Lists only what the workflow and permissions allow in the current state. */
  async listChoices(id: number, role: FieldRole): Promise<ValueChoices> {
    const { form } = await this.#loadTarget(id);
    const field = findRoleField(form, role);
    if (field?.access !== "edit") return { kind: "none", text: formatNotEditable(role) };
    if (field.control.kind === "people") {
      const current = getSelectedChoices(field.base).map((person) => ({
        ...toChoice(person),
        isCurrent: true,
      }));
      return {
        kind: "search",
        minQueryLength: minUserQueryLength,
        allowsMultiple: allowsMultiple(field.control),
        current,
      };
    }
    return {
      kind: "list",
      choices: listFieldChoices(form, field, role),
      allowsMultiple: allowsMultiple(field.control),
    };
  }

  async findPeople(query: string): Promise<readonly ValueChoice[]> {
    const { loader, signal } = this.#table;
    if (loader === undefined) return [];
    const { client } = await loader.connect();
    const people = await client.findUsers(query, signal);
    const peopleChoices = people.map((person) => ({
      ...toChoice(person),
      detail: toDisplayLine(person.username ?? "", 60),
    }));
    return [createEmptyChoice("people", false), ...peopleChoices];
  }

  /** Resolves when the outcome is known and the row is refreshed. */
  async setValue(id: number, role: FieldRole, values: readonly LabeledId[]): Promise<void> {
    const target = await this.#loadTarget(id);
    const field = findRoleField(target.form, role);
    if (field?.access !== "edit") throw new RpcError(formatNotEditable(role));
    const { triage } = this.#services.features;
    await triage.saveField(target, field, createRoleEditRequest(role, "set", values), () =>
      this.#table.refreshRows([id]),
    );
  }

  async #loadTarget(id: number): Promise<LoadedQuickEditTarget> {
    const { site, loader, signal } = this.#table;
    const [selected]: readonly SelectedArtifact[] = this.#table.getSelected([id]);
    if (site === undefined || loader === undefined || selected === undefined) {
      throw new RpcError(vscode.l10n.t("This artifact is no longer in the table."));
    }
    const { base } = await loader.load(selected, signal);
    return { site, loader, selected, label: formatArtifactLabel(id, base.title), form: base.form };
  }
}
