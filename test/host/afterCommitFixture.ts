// Separate instances of the commits features: the test answers the prompts, and edits are sent to a simulated server with a
// signed-in account.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { CommitsContext } from "../../src/features/commits/commitsContext.ts";
import { createWorkspaceServices } from "../../src/features/commits/feature.ts";
import { GitExtension } from "../../src/features/commits/gitExtension.ts";
import { CommitWatcher, offerActionsAfterCommits } from "../../src/features/commits/scmInput/afterCommit.ts";
import { ScmInputPrefill } from "../../src/features/commits/scmInput/scmInputPrefill.ts";
import { ReferenceFormatter } from "../../src/features/commits/scmInput/referenceFormatter.ts";
import { warnAboutReferenceOnlyCommits } from "../../src/features/commits/scmInput/referenceOnlyCommits.ts";
import { EditTargetResolver } from "../../src/features/triage/editTargetResolver.ts";
import { runQuickEdit } from "../../src/features/triage/quickEditRunner.ts";
import { saveRequestedEdit } from "../../src/features/triage/feature.ts";
import { emptyDraft } from "../../src/model/form/draft.ts";
import { findField } from "../../src/model/form/form.ts";
import { getSelectedChoices, getAvailableChoices } from "../../src/model/form/availableChoices.ts";
import type { FieldEditRequest } from "../../src/model/triage/fieldEditRequest.ts";
import type { ArtifactTarget, CommandArguments } from "../../src/protocol/commandArguments.ts";
import type { Features, Services } from "../../src/services.ts";
import { Emitter } from "../../src/store/emitter.ts";
import { RecentArtifacts } from "../../src/store/queries/recentArtifacts.ts";
import { SearchScopeStore } from "../../src/store/queries/searchedTrackers.ts";
import { ReferenceCache } from "../../src/store/references/referenceCache.ts";
import { ReferenceSuggestions } from "../../src/store/references/referenceSuggestions.ts";
import { SavedChanges } from "../../src/store/triage/savedChanges.ts";
import { CommandRegistry } from "../../src/vscode/commandRegistry.ts";
import { ErrorHandler } from "../../src/vscode/errorHandler.ts";
import { Log } from "../../src/vscode/log.ts";
import type { Dialect } from "../simulator/simulator.ts";
import { FormFixture } from "../support/fixtures/formFixture.ts";
import { assertEventually } from "../support/wait.ts";
import { createMemento } from "../unit/commits/memento.ts";
import { OpenedRepositories, type GitExtensionRepository } from "./openedRepositories.ts";

/** An edit that sets another status. */
async function createOtherStatusEdit(
  targetResolver: EditTargetResolver,
  target: ArtifactTarget,
): Promise<FieldEditRequest> {
  const { form } = (await targetResolver.resolveWithForm(target)) ?? assert.fail("no artifact");
  const field = findField(form, form.promoted.status ?? assert.fail("no status")) ?? assert.fail("no field");
  const currentIds = new Set(getSelectedChoices(field.base).map(({ id }) => String(id)));
  const { id, label } =
    getAvailableChoices(form, emptyDraft, field).find((choice) => !currentIds.has(String(choice.id))) ??
    assert.fail("no other");
  return {
    kind: "choices",
    field: { by: "role", role: "status" },
    operation: "set",
    values: [{ id, label }],
  };
}

export class AfterCommitFixture {
  readonly formFixture: FormFixture;
  readonly repositories: OpenedRepositories;
  readonly context: CommitsContext;
  /** All messages and prompts that were shown. */
  readonly messages: string[] = [];
  /** Executed commands, and calls of other features. */
  readonly executedCommands: (readonly unknown[])[] = [];
  /** Buttons to press if they are shown. */
  buttonsToPress: readonly string[] = [];
  /** Whether the prompt for the tracker of a new artifact is dismissed. */
  dismissesTrackerPrompt = false;
  /** Buttons are pressed when this resolves. */
  whenPressed: Promise<void> = Promise.resolve();
  readonly #close: () => void;

  private constructor(formFixture: FormFixture, repositories: OpenedRepositories) {
    this.formFixture = formFixture;
    this.repositories = repositories;
    const { store } = formFixture;
    const log = new Log("Commits under test");
    const errorHandler = new ErrorHandler(log, () => undefined);
    const targetResolver = new EditTargetResolver(store);
    const run = (command: readonly unknown[]): Promise<void> => this.#runCommand(targetResolver, command);
    class RecordedCommands extends CommandRegistry<CommandArguments> {
      override execute(...command: readonly unknown[]): Promise<void> {
        return run(command);
      }
    }
    const workspaceState = createMemento();
    const gitExtension = new GitExtension();
    const savedChanges = new SavedChanges({
      folder: formFixture.folder.getSiblingPath("changes"),
      isSignedIn: () => Promise.resolve(true),
    });
    const services = {
      ...store,
      connectivity: store.connections.connectivity,
      savedChanges: () => Promise.resolve(savedChanges),
      workspaceState,
      onDidChangeCommits: new Emitter<void>(),
      errorHandler,
      commands: new RecordedCommands(errorHandler),
      features: this.#createFeatures(targetResolver),
    };
    const workspaceContext = createWorkspaceServices(services, gitExtension);
    const { workspace, gitRepositories, activeArtifacts } = workspaceContext;
    const referenceCache = new ReferenceCache(store.catalog, Date.now);
    const recentlyOpened = new RecentArtifacts(workspaceState);
    const referenceSuggestions = new ReferenceSuggestions({
      ...store,
      recentlyOpened,
      scope: new SearchScopeStore(workspaceState),
      referenceCache,
    });
    const referenceFormatter = new ReferenceFormatter(store.catalog, workspace, referenceCache);
    this.context = {
      ...services,
      gitExtension,
      gitRepositories,
      workspace,
      activeArtifacts,
      referenceCache,
      referenceSuggestions,
      referenceFormatter,
    };
    const commits = new CommitWatcher(workspace, errorHandler);
    const prefill = new ScmInputPrefill(this.context, commits);
    const showMessage = (text: string, ...buttons: unknown[]): Promise<string | undefined> =>
      this.#showMessage(text, buttons);
    const { showErrorMessage, showWarningMessage, showInformationMessage } = vscode.window;
    Object.assign(vscode.window, {
      showErrorMessage: showMessage,
      showWarningMessage: showMessage,
      showInformationMessage: showMessage,
    });
    const disposables = vscode.Disposable.from(
      offerActionsAfterCommits(this.context, commits, showMessage),
      warnAboutReferenceOnlyCommits(this.context, commits, prefill),
      prefill,
      commits,
      referenceFormatter,
      workspaceContext,
      referenceCache,
      gitExtension,
      log,
    );
    this.#close = () => {
      disposables.dispose();
      Object.assign(vscode.window, { showErrorMessage, showWarningMessage, showInformationMessage });
    };
  }

  static async open(dialect: Dialect): Promise<AfterCommitFixture> {
    const fixture = new AfterCommitFixture(await FormFixture.open(dialect), await OpenedRepositories.open());
    await fixture.context.gitExtension.whenReady();
    return fixture;
  }

  /** The first artifact of a tracker. Registers its list, because not every server reports the tracker of an artifact. */
  async getFirstArtifactId(trackerId: number): Promise<number> {
    const { store, site } = this.formFixture;
    const { client } = await store.connections.connect(site);
    const { items } = await client.artifacts(await client.tracker(trackerId), { offset: 0 });
    store.catalog.getSite(site).registerArtifactList({
      trackerId,
      rows: () => items,
      invalidate: () => undefined,
      invalidateRow: () => undefined,
    });
    const [row] = items;
    return row?.kind === "artifact" ? row.id : assert.fail("the tracker is empty");
  }

  async waitForMessages(expected: readonly (string | RegExp)[]): Promise<void> {
    await assertEventually(() => {
      assert.equal(this.messages.length, expected.length, this.messages.join("\n"));
      for (const [at, each] of expected.entries()) {
        if (typeof each === "string") assert.equal(this.messages[at], each);
        else assert.match(this.messages[at] ?? "", each);
      }
      return Promise.resolve();
    });
  }

  async commit(repository: GitExtensionRepository, message: string): Promise<string> {
    await repository.commit(message, { empty: true });
    return repository.state.HEAD?.commit ?? assert.fail("no commit");
  }

  async close(): Promise<void> {
    await this.repositories.closeAll();
    this.#close();
    await this.formFixture.close();
  }

  async #showMessage(text: string, buttons: readonly unknown[]): Promise<string | undefined> {
    this.messages.push(text);
    await this.whenPressed;
    return this.buttonsToPress.find((button) => buttons.includes(button));
  }

  /** Saving edits uses only members of the context. */
  get #services(): Services {
    const services: Partial<Services> = this.context;
    return services as Services;
  }

  /** The features that commits use; edits are saved as in the extension. */
  #createFeatures(targetResolver: EditTargetResolver): Features {
    const form: Partial<Features["form"]> = {
      openWithEdit: (...args) =>
        Promise.resolve(void this.executedCommands.push(["form.openWithEdit", ...args])),
      openNewArtifact: (content) => {
        const key = this.dismissesTrackerPrompt ? undefined : crypto.randomUUID();
        this.executedCommands.push(["form.openNewArtifact", content, key]);
        return Promise.resolve(key);
      },
      getForms: () => Promise.resolve(this.formFixture.getForms()),
    };
    const triage: Partial<Features["triage"]> = {
      saveEdit: (target, edit, done) => {
        this.executedCommands.push(["triage.saveEdit", target, edit, done]);
        return saveRequestedEdit(this.#services, targetResolver, target, edit, done);
      },
    };
    return { form, triage } as Features;
  }

  /** Sets a status like the command, but without the prompt. */
  async #runCommand(targetResolver: EditTargetResolver, command: readonly unknown[]): Promise<void> {
    this.executedCommands.push(command);
    const [name, argument] = command;
    if (name !== "artifacts.setStatus") return;
    const target = argument as ArtifactTarget;
    const request = await createOtherStatusEdit(targetResolver, target);
    const editTarget = (await targetResolver.resolveWithForm(target)) ?? assert.fail("no artifact");
    await runQuickEdit(this.#services, editTarget, { request });
  }
}
