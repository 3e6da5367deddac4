import assert from "node:assert/strict";
import * as vscode from "vscode";
import { closeUntitled, TqlEditors } from "../../src/features/queries/tqlEditors.ts";
import type { SavedQuery } from "../../src/model/query/savedQuery.ts";
import type { CommandArguments } from "../../src/protocol/commandArguments.ts";
import type { Services } from "../../src/services.ts";
import { SavedQueries } from "../../src/store/queries/savedQueries.ts";
import { CommandRegistry } from "../../src/vscode/commandRegistry.ts";
import { createScopedListSetting } from "../../src/vscode/configuration.ts";
import { ErrorHandler } from "../../src/vscode/errorHandler.ts";
import { Log } from "../../src/vscode/log.ts";
import { type Dialect, type Simulator, startSimulator } from "../simulator/simulator.ts";
import { createTestStore, signIn, type TestStore } from "../support/fixtures/testStore.ts";
import { waitUntil } from "../support/wait.ts";
import { bugsTrackerId, createMemento } from "../unit/store/queries/queryFixture.ts";
import { activateExtension, clearSites, setSites } from "./extensionUnderTest.ts";
import { FakeQuickInputs } from "./fakeQuickInputs.ts";

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`the TQL editor (${dialect})`, () => {
    let server: Simulator;
    let store: TestStore;
    let editors: TqlEditors;
    let disposables: vscode.Disposable[];
    let inputs: FakeQuickInputs;
    let services: Services;
    let executedCommands: (readonly unknown[])[];

    before(async () => {
      server = await startSimulator({ dialect });
      store = createTestStore([{ url: server.url, label: "Demo" }]);
      await signIn(store, `${server.url}/api`, server.accounts.admin);
      const log = new Log("TQL under test");
      disposables = [log];
      executedCommands = [];
      const errorHandler = new ErrorHandler(log, () => "Demo");
      class RecordingCommands extends CommandRegistry<CommandArguments> {
        override execute(...command: readonly unknown[]): Promise<void> {
          executedCommands.push(command);
          return Promise.resolve();
        }
      }
      const partialServices: Partial<Services> = {
        ...store,
        workspaceState: createMemento() as Services["workspaceState"],
        errorHandler,
        savedQueries: new SavedQueries(createScopedListSetting("artifacts.queries")),
        commands: new RecordingCommands(errorHandler),
        addDisposable: (disposable) => {
          disposables.push(disposable);
          return disposable;
        },
      };
      inputs = new FakeQuickInputs();
      services = partialServices as Services;
      editors = new TqlEditors(services);
    });
    afterEach(async () => {
      executedCommands.length = 0;
      inputs.messages.length = 0;
      for (const document of vscode.workspace.textDocuments.filter(({ isUntitled }) => isUntitled)) {
        await closeUntitled(document);
      }
    });
    after(async () => {
      inputs.close();
      for (const disposable of disposables) disposable.dispose();
      await vscode.workspace
        .getConfiguration()
        .update("artifacts.queries", undefined, vscode.ConfigurationTarget.Global);
      await store.connections.close();
      await server.close();
    });

    async function open(
      text: string,
      overrides: Partial<SavedQuery> = {},
      queryKey?: string,
    ): Promise<vscode.TextDocument> {
      const query: SavedQuery = {
        name: "",
        site: server.url,
        tracker: "all",
        where: [],
        openOnly: undefined,
        sort: undefined,
        group: undefined,
        text,
        report: undefined,
        ...overrides,
      };
      await editors.open(query, queryKey);
      const getDocument = (): vscode.TextDocument | undefined => vscode.window.activeTextEditor?.document;
      await waitUntil("the editor", () => getDocument()?.getText() === text);
      return getDocument() ?? assert.fail("no editor");
    }

    function getErrors(document: vscode.TextDocument): readonly vscode.Diagnostic[] {
      return vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === "Demo");
    }

    async function complete(document: vscode.TextDocument): Promise<readonly string[]> {
      const end = document.positionAt(document.getText().length);
      const token = new vscode.CancellationTokenSource().token;
      const items = await editors.complete(document, end, token);
      return items?.map(({ label }) => (typeof label === "string" ? label : label.label)) ?? [];
    }

    if (dialect === "documented") {
      it("says that the server doesn't support such queries", async () => {
        const document = await open("FROM @project = MY_PROJECTS() WHERE @id > 1");
        await waitUntil("errors of the query", () => getErrors(document).length > 0);
        assert.equal(
          getErrors(document)[0]?.message,
          "Demo doesn't support queries over several trackers. Edit the query to search one tracker.",
        );
      });
      it("says that the server doesn't support TQL in one tracker", async () => {
        const document = await open("status = 'New'", { tracker: bugsTrackerId });
        await waitUntil("errors of the query", () => getErrors(document).length > 0);
        assert.equal(getErrors(document)[0]?.message, "Demo doesn't support TQL queries.");
      });
      return;
    }

    function getLastQuery(): SavedQuery {
      const [, source] = executedCommands.at(-1) ?? [];
      return (source as { readonly query: SavedQuery }).query;
    }

    it("has its own language", async () => {
      const document = await open("FROM ");
      assert.equal(document.languageId, "tuleap-tql");
      assert.equal(document.isUntitled, true);
    });

    it("completes keywords, projects, and the fields and values of trackers", async () => {
      assert.deepEqual(await complete(await open("FROM @project = MY_PROJECTS() ")), ["AND", "WHERE"]);
      assert.ok((await complete(await open("FROM @project.name = "))).includes('"open-tides"'));
      const unloaded = await complete(await open("FROM @project = MY_PROJECTS() WHERE "));
      assert.ok(unloaded.includes("@status") && !unloaded.includes("severity"), unloaded.join());
      // Naming a project loads its trackers.
      const names = await complete(await open("FROM @project.name = 'open-tides' WHERE "));
      assert.ok(names.includes("@status") && names.includes("severity"), names.join());
      const values = await complete(await open("FROM @project = MY_PROJECTS() WHERE severity = "));
      assert.ok(values.includes('"Critical"'), values.join());
    });

    it("shows the server's error where it is, until it is corrected", async () => {
      const document = await open("FROM @project = MY_PROJECTS()\nWHERE @id == 1");
      await waitUntil("errors of the query", () => getErrors(document).length > 0);
      const [error] = getErrors(document);
      assert.match(error?.message ?? "", /^Error while parsing the query\. Expected/);
      assert.deepEqual([error?.range.start.line, error?.range.start.character], [1, 11]);
      const edit = new vscode.WorkspaceEdit();
      edit.delete(document.uri, error?.range ?? assert.fail());
      await vscode.workspace.applyEdit(edit);
      await waitUntil("errors of the query", () => getErrors(document).length === 0);
    });

    it("completes users that are known, without a request", async () => {
      await complete(await open("FROM @project.name = 'open-tides' WHERE "));
      const document = await open("FROM @project = MY_PROJECTS() WHERE @assigned_to = 'm");
      const before = server.requests.length;
      const items = await complete(document);
      assert.ok(items.includes(`'${server.accounts.member.username}'`), items.join());
      assert.equal(server.requests.length, before);
    });

    it("completes fields and values of the tracker in a query of one, and shows errors where they are", async () => {
      const tracker = bugsTrackerId;
      const fields = await complete(await open("", { tracker }));
      assert.ok(fields.includes("severity") && fields.includes("@comments"), fields.join());
      assert.equal(fields.includes("@status"), false);
      assert.ok((await complete(await open("severity = ", { tracker }))).includes('"Critical"'));
      const users = await complete(await open("assigned_to = ", { tracker }));
      assert.ok(users.includes("MYSELF()") && users.length > 2, users.join());
      const getErrorText = async (text: string): Promise<string> => {
        const document = await open(text, { tracker });
        await waitUntil("errors of the query", () => getErrors(document).length > 0);
        return document.getText(getErrors(document)[0]?.range);
      };
      assert.equal(await getErrorText("severity = 'Critical'\nAND nofield = 'a'"), "nofield");
      assert.equal(await getErrorText("severity = 'Critical'\nAN status = 'New'"), "AN");
      await open("status = 'New'", { tracker });
      await editors.run();
      assert.deepEqual([getLastQuery().tracker, getLastQuery().text], [tracker, "status = 'New'"]);
    });

    it("completes keywords also if the tracker can't be loaded", async () => {
      assert.deepEqual(await complete(await open("status = 'New' ", { tracker: 98_765 })), ["AND", "OR"]);
    });

    it("doesn't run a query of one tracker on another site than its own", async () => {
      await open("status = 'New'", { site: "https://removed.example", tracker: bugsTrackerId });
      await editors.run();
      assert.deepEqual(executedCommands, []);
      assert.deepEqual(inputs.messages, ["You aren't connected to the site of this query."]);
    });

    it("shows no error of an earlier text if the server can't be asked", async () => {
      const document = await open("FROM @project = MY_PROJECTS() WHERE @id == 1");
      await waitUntil("errors of the query", () => getErrors(document).length > 0);
      const edit = new vscode.WorkspaceEdit();
      edit.delete(document.uri, getErrors(document)[0]?.range ?? assert.fail());
      const removeFault = server.faults.add({
        path: /crosstracker_query/,
        fault: { kind: "status", status: 503 },
      });
      await vscode.workspace.applyEdit(edit);
      await waitUntil("no error", () => getErrors(document).length === 0, 20_000).finally(removeFault);
    });

    it("belongs to its query also after another language mode and a reload", async () => {
      const setting = { name: "Mine", site: server.url, tracker: bugsTrackerId, text: "status = 'New'" };
      await vscode.workspace
        .getConfiguration()
        .update("artifacts.queries", [setting], vscode.ConfigurationTarget.Global);
      const overrides = { name: "Mine", tracker: bugsTrackerId };
      const document = await open("status = 'Fixed'", overrides, "user 0 Mine");
      await vscode.languages.setTextDocumentLanguage(document, "plaintext");
      await vscode.languages.setTextDocumentLanguage(document, "tuleap-tql");
      await editors.run();
      assert.deepEqual([getLastQuery().name, getLastQuery().tracker], ["Mine", bugsTrackerId]);
      const afterReload = new TqlEditors(services);
      await afterReload.run();
      assert.deepEqual([getLastQuery().name, getLastQuery().tracker], ["Mine", bugsTrackerId]);
      const done = afterReload.save();
      (await inputs.waitForPrompt("Save Query")).accept();
      await done;
      assert.deepEqual(vscode.workspace.getConfiguration().inspect("artifacts.queries")?.globalValue, [
        { ...setting, text: "status = 'Fixed'" },
      ]);
      await vscode.workspace
        .getConfiguration()
        .update("artifacts.queries", undefined, vscode.ConfigurationTarget.Global);
    });

    it("forgets the query of a closed document, whose name the next one can have", async () => {
      const document = await open("status = 'New'", { name: "Mine", tracker: bugsTrackerId });
      const countStored = (): number =>
        Object.keys(services.workspaceState.get<object>("tqlDocuments") ?? {}).length;
      await waitUntil("one stored document", () => countStored() === 1);
      await closeUntitled(document);
      await waitUntil("no stored document", () => countStored() === 0);
    });

    it("checks only documents that can be edited", async () => {
      const scheme = "other-version";
      const text = "FROM @project = MY_PROJECTS() WHERE @id == 1";
      disposables.push(
        vscode.workspace.registerTextDocumentContentProvider(scheme, {
          provideTextDocumentContent: () => text,
        }),
      );
      const uri = vscode.Uri.from({ scheme, path: "/mine.tql" });
      const other = await vscode.workspace.openTextDocument(uri);
      assert.equal(other.languageId, "tuleap-tql");
      const document = await open(text);
      await waitUntil("errors of the query", () => getErrors(document).length > 0);
      assert.deepEqual(getErrors(other), []);
    });

    it("runs the query in a table, unless it has an error", async () => {
      await open("FROM @project = MY_PROJECTS() WHERE @id > 1");
      await editors.run();
      const [command, source] = executedCommands[0] ?? [];
      assert.equal(command, "artifacts.openTable");
      assert.deepEqual(
        (source as { query: SavedQuery }).query.text,
        "FROM @project = MY_PROJECTS() WHERE @id > 1",
      );
      executedCommands.length = 0;
      await open("FROM @project = MY_PROJECTS() WHERE @foo > 1");
      await editors.run();
      assert.deepEqual(executedCommands, []);
      const { start } =
        getErrors(vscode.window.activeTextEditor?.document ?? assert.fail())[0]?.range ?? assert.fail();
      assert.equal(start.character, 36);
    });

    it("saves the query, and closes the editor", async () => {
      const document = await open("FROM @project = MY_PROJECTS() WHERE @id > 1");
      const done = editors.save();
      (await inputs.waitForPrompt("Save Query")).type("Everything").accept();
      if (vscode.workspace.workspaceFolders !== undefined) {
        await (await inputs.waitForPrompt("Select where to save the query")).pick("User Settings");
      }
      await done;
      const saved = vscode.workspace.getConfiguration().inspect("artifacts.queries")?.globalValue;
      assert.deepEqual(saved, [
        {
          name: "Everything",
          site: server.url,
          tracker: "all",
          text: "FROM @project = MY_PROJECTS() WHERE @id > 1",
        },
      ]);
      const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
      const uris = tabs.map(({ input }) =>
        input instanceof vscode.TabInputText ? input.uri.toString() : "",
      );
      assert.equal(uris.includes(document.uri.toString()), false);
    });
  });
}

describe("a TQL document", () => {
  let server: Simulator;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    await setSites(server.url);
    await activateExtension();
  });
  after(async () => {
    await clearSites();
    await server.close();
  });

  it("is checked as soon as it is open, without a command", async () => {
    const document = await vscode.workspace.openTextDocument({
      language: "tuleap-tql",
      // Too long to be sent.
      content: `FROM @project = MY_PROJECTS() WHERE @title = "${"x".repeat(7000)}"`,
    });
    await vscode.window.showTextDocument(document);
    await waitUntil("an error", () => vscode.languages.getDiagnostics(document.uri).length > 0);
    await closeUntitled(document);
  });
});
