// Quick edits of status and assignee. Several artifacts are edited in a table.
import * as vscode from "vscode";
import { toDisplayLine, escapeIcons, escapeLinks } from "../../model/displayText.ts";
import { emptyDraft } from "../../model/form/draft.ts";
import { findField, type Form, type FormField } from "../../model/form/form.ts";
import {
  type AvailableChoice,
  getSelectedChoices,
  getAvailableChoices,
} from "../../model/form/availableChoices.ts";
import type { Site } from "../../model/site.ts";
import {
  type FieldRole,
  allowsMultiple,
  createRoleEditRequest,
} from "../../model/triage/fieldEditRequest.ts";
import type { User } from "../../model/user.ts";
import type { LabeledId } from "../../model/valueTypes.ts";
import type { TriageArguments, TriageTarget } from "../../protocol/commandArguments.ts";
import type { Services } from "../../services.ts";
import type { LoadedQuickEditTarget } from "../../store/triage/artifactLoader.ts";
import { pickOne } from "../../vscode/prompts.ts";
import { createUserSearch, searchAndPickOne } from "../../vscode/searchPrompt.ts";
import type { EditTargetResolver } from "./editTargetResolver.ts";
import { runQuickEdit } from "./quickEditRunner.ts";
import { resolveTriageTargets, checkFieldNotInDraft } from "./triageTargets.ts";

interface PickPersonOptions {
  readonly title: string;
  /** The label of the site. */
  readonly site: string;
  readonly find: (query: string, signal: AbortSignal) => Promise<readonly User[]>;
}

interface PersonRow extends vscode.QuickPickItem {
  readonly value: LabeledId | "unassigned";
}

function createUnassignedRow(description = ""): PersonRow {
  return { label: vscode.l10n.t("Unassigned"), description, alwaysShow: true, value: "unassigned" };
}

function toPersonRow({ id, label }: LabeledId, description = ""): PersonRow {
  return {
    label: escapeIcons(toDisplayLine(label)),
    description: escapeIcons(toDisplayLine(description)),
    value: { id, label },
  };
}

/** The current assignee is active at first, so that Enter alone changes nothing. */
async function pickListedPerson(
  form: Form,
  field: FormField,
  title: string,
): Promise<PersonRow["value"] | undefined> {
  const currentIds = new Set(getSelectedChoices(field.base).map(({ id }) => String(id)));
  const isCurrent = (value: PersonRow["value"]): boolean =>
    value === "unassigned" ? currentIds.size === 0 : currentIds.has(String(value.id));
  const formatCurrent = (value: PersonRow["value"]): string =>
    isCurrent(value) ? vscode.l10n.t("current") : "";
  const rows = getAvailableChoices(form, emptyDraft, field).map((choice) =>
    toPersonRow(choice, formatCurrent(choice)),
  );
  const result = await pickOne({
    title,
    canGoBack: false,
    items: [createUnassignedRow(formatCurrent("unassigned")), ...rows],
    isActive: isCurrent,
  });
  return result.kind === "accepted" ? result.value : undefined;
}

async function pickFoundPerson({
  title,
  site,
  find,
}: PickPersonOptions): Promise<PersonRow["value"] | undefined> {
  const searchOptions = createUserSearch<PersonRow["value"]>({
    site,
    findUsers: find,
    toValue: ({ id, label }) => ({ id, label }),
    unsupportedText: vscode.l10n.t("{0} doesn't support searching for users.", site),
  });
  const result = await searchAndPickOne({
    ...searchOptions,
    title,
    canGoBack: false,
    fixedItems: [createUnassignedRow()],
    isPreselectable: (value) => value !== "unassigned",
    getKey: (value) => (value === "unassigned" ? value : `#${value.id}`),
  });
  return result.kind === "accepted" ? result.value : undefined;
}

/** `undefined` if the user dismisses the prompt. */
async function pickPerson(
  form: Form,
  field: FormField,
  options: PickPersonOptions,
): Promise<LabeledId | "unassigned" | undefined> {
  return field.control.kind === "choice"
    ? pickListedPerson(form, field, options.title)
    : pickFoundPerson(options);
}

interface EditableField {
  readonly editTarget: LoadedQuickEditTarget;
  readonly field: FormField;
}

export class QuickEdits {
  readonly #services: Services;
  readonly #editTargets: EditTargetResolver;

  constructor(services: Services, editTargets: EditTargetResolver) {
    this.#services = services;
    this.#editTargets = editTargets;
  }

  /** Lists only transitions that the workflow allows. */
  async setStatus(...args: TriageArguments): Promise<void> {
    const editable = await this.#resolveField(args, "status", vscode.l10n.t("Set Status"));
    if (editable === undefined) return;
    const { editTarget, field } = editable;
    const choices = getAvailableChoices(editTarget.form, emptyDraft, field);
    const [target] = args;
    const isReopened = target !== undefined && "isReopened" in target && target.isReopened === true;
    const offered = isReopened ? await this.#filterOpen(editTarget, choices) : choices;
    if (isReopened && offered.length === 0) {
      void vscode.window.showInformationMessage(
        escapeLinks(
          vscode.l10n.t(
            "The workflow doesn't allow this transition for {0} in its current state.",
            editTarget.label,
          ),
        ),
      );
      return;
    }
    const currentIds = new Set(getSelectedChoices(field.base).map(({ id }) => String(id)));
    const isCurrent = ({ id }: LabeledId): boolean => currentIds.has(String(id));
    const result = await pickOne({
      title: escapeLinks(
        isReopened
          ? vscode.l10n.t("Reopen {0}", editTarget.label)
          : vscode.l10n.t("Status of {0}", editTarget.label),
      ),
      placeholder: vscode.l10n.t("Select a status (only those allowed by the workflow are listed)"),
      canGoBack: false,
      items: offered.map((choice) => ({
        label: escapeIcons(toDisplayLine(choice.label)),
        description: isCurrent(choice) ? vscode.l10n.t("current") : "",
        value: choice,
      })),
      isActive: isCurrent,
    });
    if (result.kind !== "accepted") return;
    const { id, label } = result.value;
    await runQuickEdit(this.#services, editTarget, {
      request: createRoleEditRequest("status", "set", [{ id, label }]),
    });
  }

  async assign(...args: TriageArguments): Promise<void> {
    const editable = await this.#resolveField(args, "assignee", vscode.l10n.t("Assign"));
    if (editable === undefined) return;
    const { editTarget, field } = editable;
    const { client } = await editTarget.loader.connect();
    const user = await pickPerson(editTarget.form, field, {
      title: escapeLinks(vscode.l10n.t("Assign {0}", editTarget.label)),
      site: editTarget.site.label,
      find: (query, signal) => client.findUsers(query, signal),
    });
    if (user === undefined) return;
    const request = createRoleEditRequest("assignee", "set", user === "unassigned" ? [] : [user]);
    await runQuickEdit(this.#services, editTarget, { request });
  }

  async assignToMe(...args: TriageArguments): Promise<void> {
    const targets = await resolveTriageTargets(this.#services, args, vscode.l10n.t("Assign to Me"));
    const [first] = targets;
    if (first === undefined) return;
    if (targets.length > 1) return this.#assignManyToMe(first, targets);
    const editable = await this.#loadField(first, "assignee");
    if (editable === undefined) return;
    const { editTarget, field } = editable;
    const currentUser = await this.#getCurrentUser(editTarget.site);
    if (currentUser === undefined) return;
    const operation = allowsMultiple(field.control) ? "add" : "set";
    const request = createRoleEditRequest("assignee", operation, [currentUser]);
    await runQuickEdit(this.#services, editTarget, { request });
  }

  /** Opens a table to select a field, and to preview the changes. */
  async openBulkEdit(...args: TriageArguments): Promise<void> {
    const artifacts = await resolveTriageTargets(this.#services, args, vscode.l10n.t("Change Field"));
    if (artifacts.length > 0) await this.#services.features.table.openBulkEdit({ artifacts });
  }

  /** All of them if the server doesn't report which mean open. */
  async #filterOpen(
    { site, selected }: LoadedQuickEditTarget,
    choices: readonly AvailableChoice[],
  ): Promise<readonly AvailableChoice[]> {
    if (selected.trackerId === undefined) return choices;
    const { semantics } = await this.#services.catalog.getSite(site).loadTracker(selected.trackerId);
    const openIds = new Set(semantics.status?.openIds.map(String));
    return openIds.size === 0 ? choices : choices.filter(({ id }) => openIds.has(String(id)));
  }

  /** Opens a table with field and value selected. */
  async #assignManyToMe(first: TriageTarget, artifacts: readonly TriageTarget[]): Promise<void> {
    const site = this.#services.sites.find(first.siteApi);
    const currentUser = site && (await this.#getCurrentUser(site));
    if (currentUser === undefined) return;
    const field = { by: "role", role: "assignee" } as const;
    await this.#services.features.table.openBulkEdit({ artifacts, field, values: [currentUser] });
  }

  /** Several artifacts are opened in a table instead. */
  async #resolveField(
    args: TriageArguments,
    role: FieldRole,
    title: string,
  ): Promise<EditableField | undefined> {
    const targets = await resolveTriageTargets(this.#services, args, title);
    const [target] = targets;
    if (target === undefined) return undefined;
    if (targets.length > 1) {
      await this.#services.features.table.openBulkEdit({ artifacts: targets, field: { by: "role", role } });
      return undefined;
    }
    return this.#loadField(target, role);
  }

  async #loadField(target: TriageTarget, role: FieldRole): Promise<EditableField | undefined> {
    const editTarget = await this.#editTargets.resolveWithForm(target);
    const field = editTarget && this.#findField(editTarget, role);
    if (editTarget === undefined || field === undefined) return undefined;
    return (await checkFieldNotInDraft(this.#services, editTarget, field))
      ? { editTarget, field }
      : undefined;
  }

  #findField({ form, label }: LoadedQuickEditTarget, role: FieldRole): FormField | undefined {
    const id = form.promoted[role];
    const field = id === undefined ? undefined : findField(form, id);
    if (field?.access === "edit") return field;
    const text =
      role === "status"
        ? vscode.l10n.t("You don't have permission to change the status of {0}.", label)
        : vscode.l10n.t("You don't have permission to assign {0}.", label);
    void vscode.window.showInformationMessage(escapeLinks(text));
    return undefined;
  }

  /** Prompts once if the server doesn't report the current user. */
  async #getCurrentUser(site: Site): Promise<LabeledId | undefined> {
    const { currentUser, catalog, features } = this.#services;
    const knownUser = await currentUser.get(await catalog.getSite(site).connect());
    if (knownUser === undefined) await features.queries.selectCurrentUser({ siteApi: site.api });
    const user = knownUser ?? (await currentUser.get(await catalog.getSite(site).connect()));
    return user && { id: user.id, label: user.label };
  }
}
