// Quick edits with faked prompts and messages, and a simulated server.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { selectCurrentUser } from "../../src/features/queries/selectCurrentUser.ts";
import { QuickComments } from "../../src/features/triage/quickComments.ts";
import { EditTargetResolver } from "../../src/features/triage/editTargetResolver.ts";
import { QuickEdits } from "../../src/features/triage/quickEdits.ts";
import { ArtifactDeletion } from "../../src/features/triage/artifactDeletion.ts";
import { QuickLinks } from "../../src/features/triage/quickLinks.ts";
import { undoChange } from "../../src/features/triage/undoChange.ts";
import type { FieldEditRequest } from "../../src/model/triage/fieldEditRequest.ts";
import type { ArtifactTarget, CommandArguments, TriageTarget } from "../../src/protocol/commandArguments.ts";
import type { Features, Services } from "../../src/services.ts";
import { CurrentUser } from "../../src/store/queries/currentUser.ts";
import { SavedChanges } from "../../src/store/triage/savedChanges.ts";
import { CommandRegistry } from "../../src/vscode/commandRegistry.ts";
import { ErrorHandler } from "../../src/vscode/errorHandler.ts";
import { Log } from "../../src/vscode/log.ts";
import { FakeInputBox, FakeQuickPick } from "../hostile/host/fakeQuickInputs.ts";
import type { QuickInputRecorder, PickItem } from "../hostile/host/quickInputRecorder.ts";
import type { TrackerHandle } from "../simulator/trackerAdministration.ts";
import type { Dialect } from "../simulator/simulator.ts";
import { FormFixture } from "../support/fixtures/formFixture.ts";
import { addTriageTracker } from "../support/fixtures/triageTracker.ts";
import { assertEventually } from "../support/wait.ts";
import { createMemento } from "../unit/commits/memento.ts";

interface QuickEditFixtureOptions {
  readonly as?: "member";
  readonly deletionLimit?: number;
}

const minute = 60_000;
const notifications = ["showInformationMessage", "showWarningMessage", "showErrorMessage"] as const;

export class QuickEditFixture {
  readonly formFixture: FormFixture;
  readonly tracker: TrackerHandle;
  readonly quickEdits: QuickEdits;
  readonly comments: QuickComments;
  readonly links: QuickLinks;
  readonly deletion: ArtifactDeletion;
  /** The command Undo Change. */
  readonly undoChange: () => Promise<void>;
  readonly savedChanges: SavedChanges;
  /** Texts of messages and confirmations, with their details. */
  readonly messages: string[] = [];
  /** Executed commands, and calls of other features. */
  readonly executedCommands: (readonly unknown[])[] = [];
  /** Labels and descriptions of the rows of each quick pick. */
  readonly shownPickLists: (readonly string[])[] = [];
  /** Details of the rows of the last quick pick. */
  shownDetails: readonly string[] = [];
  inputBoxCount = 0;
  /** Pressed in every message that has one of them. */
  buttonsToPress: readonly string[] = [];
  /** The start of the label of the row to pick. */
  itemToPick = "";
  /** Typed into input boxes. */
  textToType = "";
  /** Called while a message is shown. */
  onPrompt: (question: string) => unknown = () => undefined;
  /** The selection of the tree view. */
  selection: readonly TriageTarget[] = [];
  /** The result of the artifact picker. */
  pickedArtifact: ArtifactTarget | undefined;
  readonly #unusedIds: number[];
  readonly #restore: () => void;

  private constructor(formFixture: FormFixture) {
    this.formFixture = formFixture;
    this.tracker = addTriageTracker(formFixture.server);
    this.#unusedIds = [...this.tracker.artifactIds];
    formFixture.server.clock.advance(minute);
    const log = new Log("Quick edits under test");
    const errorHandler = new ErrorHandler(log, () => formFixture.site.label);
    const record = (command: readonly unknown[]): void => void this.executedCommands.push(command);
    class RecordingCommands extends CommandRegistry<CommandArguments> {
      override execute(...command: readonly unknown[]): Promise<void> {
        return Promise.resolve(record(command));
      }
    }
    this.savedChanges = new SavedChanges({
      folder: formFixture.folder.getSiblingPath("changes"),
      isSignedIn: () => Promise.resolve(true),
    });
    formFixture.store.catalog.onDidSaveChange.event((change) => void this.savedChanges.put(change));
    const partialServices: Partial<Services> = {
      ...formFixture.store,
      drafts: formFixture.folder.openWindow("here"),
      currentUser: new CurrentUser(createMemento()),
      savedChanges: () => Promise.resolve(this.savedChanges),
      errorHandler,
      commands: new RecordingCommands(errorHandler),
      features: this.#createFeatures((site) => selectCurrentUser(services, site)),
    };
    const services = partialServices as Services;
    const editTargets = new EditTargetResolver(services);
    this.quickEdits = new QuickEdits(services, editTargets);
    this.comments = new QuickComments(services, editTargets);
    this.links = new QuickLinks(services, editTargets);
    this.deletion = new ArtifactDeletion(services, editTargets);
    this.undoChange = () => undoChange(services, editTargets);
    const originals = Object.fromEntries(
      [...notifications, "createQuickPick", "createInputBox", "showQuickPick"].map((name) => [
        name,
        vscode.window[name as (typeof notifications)[number]],
      ]),
    );
    const showMessage = (text: string, ...args: readonly unknown[]): Promise<unknown> =>
      this.#showMessage(text, args);
    const recorder = this.#createRecorder();
    Object.assign(vscode.window, {
      ...Object.fromEntries(notifications.map((name) => [name, showMessage])),
      createQuickPick: () => new FakeQuickPick(recorder),
      createInputBox: () => {
        this.inputBoxCount += 1;
        return new FakeInputBox(recorder);
      },
      showQuickPick: (rows: readonly vscode.QuickPickItem[]) => {
        recorder.recordRows("quick pick", rows as readonly PickItem[]);
        return Promise.resolve(rows.find(({ label }) => label.startsWith(this.itemToPick)));
      },
    });
    this.#restore = () => {
      Object.assign(vscode.window, originals);
      log.dispose();
    };
  }

  static async open(dialect: Dialect, options: QuickEditFixtureOptions = {}): Promise<QuickEditFixture> {
    return new QuickEditFixture(await FormFixture.open(dialect, options));
  }

  /** Clears all recorded messages, lists and commands. */
  reset(): void {
    for (const list of [this.messages, this.executedCommands, this.shownPickLists]) list.length = 0;
    this.inputBoxCount = 0;
    this.buttonsToPress = [];
    this.onPrompt = () => undefined;
    this.formFixture.server.clock.advance(minute);
  }

  /** An artifact that no test has used yet, as a list shows it. */
  async takeArtifact(): Promise<TriageTarget> {
    return this.getRow(this.tracker.id, this.#unusedIds.shift() ?? assert.fail("no unused artifact is left"));
  }

  /** The artifact in the list of its tracker. */
  async getRow(trackerId: number, artifactId: number): Promise<TriageTarget> {
    const rows = await this.getRows(trackerId);
    return rows.find((row) => row.artifactId === artifactId) ?? assert.fail(`#${artifactId} is not listed`);
  }

  async getRows(trackerId: number): Promise<readonly TriageTarget[]> {
    const { store, site } = this.formFixture;
    const { client } = await store.connections.connect(site);
    const { items } = await client.artifacts(await client.tracker(trackerId), { offset: 0 });
    return items.flatMap((row) =>
      row.kind === "artifact" ? [{ siteApi: site.api, artifactId: row.id, trackerId, artifact: row }] : [],
    );
  }

  /** The server's JSON; `undefined` if there is no such artifact. */
  async fetchArtifact(artifactId: number): Promise<Readonly<Record<string, unknown>> | undefined> {
    const { accessKey } = this.formFixture.server.accounts.admin;
    const headers = { "X-Auth-AccessKey": accessKey, Accept: "application/json" };
    const response = await fetch(`${this.formFixture.server.url}/api/artifacts/${artifactId}`, { headers });
    return response.ok ? ((await response.json()) as Readonly<Record<string, unknown>>) : undefined;
  }

  async exists({ artifactId }: ArtifactTarget): Promise<boolean> {
    return (await this.fetchArtifact(artifactId)) !== undefined;
  }

  async fetchStatus({ artifactId }: ArtifactTarget): Promise<unknown> {
    return (await this.fetchArtifact(artifactId))?.["status"];
  }

  /** Changes the title as another user. */
  setTitleAsOther({ artifactId }: ArtifactTarget, value: string): void {
    const { server } = this.formFixture;
    server.clock.advance(minute);
    const values = [{ field_id: this.tracker.fieldId("title"), value }];
    server.updateArtifact(artifactId, { values, by: server.accounts.member });
    server.clock.advance(minute);
  }

  /** Runs before the server handles the next write. */
  runDuringSave(act: () => void): void {
    const fault = { kind: "concurrentChange", act } as const;
    this.formFixture.server.faults.add({ method: "PUT", path: /artifacts/, times: 1, fault });
  }

  /** Without the empty comments of creation. */
  getComments({ artifactId }: ArtifactTarget): readonly string[] {
    return this.formFixture.server
      .getChangesets(artifactId)
      .flatMap(({ comment }) => (comment === undefined || comment.body === "" ? [] : [comment.body]));
  }

  get writeRequestCount(): number {
    return this.formFixture.server.requests.filter(({ method }) => !["GET", "OPTIONS"].includes(method))
      .length;
  }

  async waitForMessages(...expected: readonly (string | RegExp)[]): Promise<void> {
    await assertEventually(() => {
      assert.equal(this.messages.length, expected.length, this.messages.join("\n"));
      for (const [index, each] of expected.entries()) {
        if (typeof each === "string") assert.equal(this.messages[index], each);
        else assert.match(this.messages[index] ?? "", each);
      }
      return Promise.resolve();
    });
  }

  /** Waits until the form of the artifact is opened with the edit. */
  async waitForFormWithEdit(
    { artifactId }: ArtifactTarget,
    request: Partial<FieldEditRequest>,
  ): Promise<readonly unknown[]> {
    await assertEventually(() => {
      const [command, target, typed] = this.executedCommands.at(-1) ?? [];
      assert.deepEqual(
        [command, (target as ArtifactTarget | undefined)?.artifactId],
        ["form.openWithEdit", artifactId],
      );
      assert.deepEqual({ ...(typed as FieldEditRequest), ...request }, typed);
      return Promise.resolve();
    });
    return this.executedCommands.at(-1) ?? [];
  }

  async close(): Promise<void> {
    this.#restore();
    // Waits for pending writes.
    await this.savedChanges.list(this.formFixture.site.api, undefined);
    await this.formFixture.close();
  }

  /** Fakes of the features that quick edits use. */
  #createFeatures(selectUser: Features["queries"]["selectCurrentUser"]): Features {
    const form: Partial<Features["form"]> = {
      selectArtifact: () => Promise.resolve(this.pickedArtifact),
      getFormArtifact: () => Promise.resolve(undefined),
      openWithEdit: (...args) =>
        Promise.resolve(void this.executedCommands.push(["form.openWithEdit", ...args])),
      getForms: () => Promise.resolve(this.formFixture.getForms()),
    };
    const table: Features["table"] = {
      openBulkEdit: (change) =>
        Promise.resolve(void this.executedCommands.push(["table.openBulkEdit", change])),
      getSelectedArtifacts: () => Promise.resolve(undefined),
    };
    const tree: Partial<Features["tree"]> = { getSelectedArtifacts: () => this.selection };
    const queries: Partial<Features["queries"]> = { selectCurrentUser: selectUser };
    return { form, table, tree, queries } as Features;
  }

  #createRecorder(): QuickInputRecorder {
    return {
      answers: {
        press: () => undefined,
        pick: (labels) => labels.findIndex((label) => label.startsWith(this.itemToPick)),
        type: () => this.textToType,
      },
      record: () => undefined,
      recordRows: (_where, rows) => {
        this.shownDetails = rows.map((row) => (typeof row === "string" ? "" : (row.detail ?? "")));
        this.shownPickLists.push(
          rows.map((row) =>
            typeof row === "string" ? row : [row.label, row.description ?? ""].join(" ").trim(),
          ),
        );
      },
    };
  }

  async #showMessage(text: string, args: readonly unknown[]): Promise<unknown> {
    const [options] = args;
    const detail =
      typeof options === "object" && options !== null && "detail" in options ? String(options.detail) : "";
    this.messages.push([text, detail].filter((part) => part !== "").join("\n"));
    await this.onPrompt(text);
    return this.buttonsToPress.find((button) => args.includes(button));
  }
}
