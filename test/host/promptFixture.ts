// Prompts with faked quick inputs and a simulated server. Uses its own instances, not those of the extension under test.
import * as vscode from "vscode";
import { selectCurrentUser } from "../../src/features/queries/selectCurrentUser.ts";
import type { TqlEditors } from "../../src/features/queries/tqlEditors.ts";
import type { SavedQuery } from "../../src/model/query/savedQuery.ts";
import { QueryBuilder } from "../../src/features/queries/queryBuilder.ts";
import { ArtifactSearchPick } from "../../src/features/queries/artifactSearchPick.ts";
import type { CommandArguments } from "../../src/protocol/commandArguments.ts";
import type { Features, Services } from "../../src/services.ts";
import { SavedQueries } from "../../src/store/queries/savedQueries.ts";
import { SearchScopeStore } from "../../src/store/queries/searchedTrackers.ts";
import { CommandRegistry } from "../../src/vscode/commandRegistry.ts";
import { createScopedListSetting } from "../../src/vscode/configuration.ts";
import { ErrorHandler } from "../../src/vscode/errorHandler.ts";
import { Log } from "../../src/vscode/log.ts";
import { type Dialect, type Simulator, startSimulator } from "../simulator/simulator.ts";
import { createTestStore, signIn, type TestStore } from "../support/fixtures/testStore.ts";
import { createMemento } from "../unit/store/queries/queryFixture.ts";
import { createViewServices } from "../unit/tree/treeFixture.ts";
import { FakeQuickInputs } from "./fakeQuickInputs.ts";

type ViewServices = ReturnType<typeof createViewServices>;

export class PromptFixture {
  readonly servers: readonly Simulator[];
  readonly store: TestStore & ViewServices;
  readonly inputs = new FakeQuickInputs();
  /** Without the commands that the fixture runs itself. */
  readonly executedCommands: (readonly unknown[])[] = [];
  /** Queries that were opened in an editor. */
  readonly openedTql: SavedQuery[] = [];
  /** Sites whose trackers were offered; the first tracker is selected. */
  readonly offeredSites: (string | undefined)[] = [];
  readonly builder: QueryBuilder;
  readonly search: ArtifactSearchPick;
  readonly #log = new Log("Prompts under test");
  readonly #selectCurrentUser: (site?: { readonly siteApi: string }) => Promise<void>;

  private constructor(servers: readonly Simulator[], store: TestStore) {
    this.servers = servers;
    this.store = { ...store, ...createViewServices(store) };
    const errorHandler = new ErrorHandler(this.#log, () => "Demo");
    const run = (command: readonly unknown[]): Promise<void> => this.#runCommand(command);
    class RecordingCommands extends CommandRegistry<CommandArguments> {
      override execute(...command: readonly unknown[]): Promise<void> {
        return run(command);
      }
    }
    const commands = new RecordingCommands(errorHandler);
    const savedQueries = new SavedQueries(createScopedListSetting("artifacts.queries"));
    const selectTracker: Features["form"]["selectTracker"] = (_, site) => {
      this.offeredSites.push(site?.siteApi);
      return Promise.resolve({ siteApi: site?.siteApi ?? this.siteApi, trackerId: 12 });
    };
    const features: { readonly form: Partial<Features["form"]> } = { form: { selectTracker } };
    const partialServices: Partial<Services> = {
      ...this.store,
      savedQueries,
      errorHandler,
      commands,
      features: features as Features,
    };
    const services = partialServices as Services;
    const open: TqlEditors["open"] = (query) => {
      this.openedTql.push(query);
      return Promise.resolve();
    };
    this.builder = new QueryBuilder(services, { open });
    this.search = new ArtifactSearchPick(services, new SearchScopeStore(createMemento()));
    this.#selectCurrentUser = (site) => selectCurrentUser(services, site);
  }

  /** Signed in as the administrator. */
  static async open(dialect: Dialect, ...labels: readonly string[]): Promise<PromptFixture> {
    const sites = labels.length === 0 ? ["Demo"] : labels;
    const servers = await Promise.all(sites.map(() => startSimulator({ dialect })));
    const store = createTestStore(servers.map(({ url }, index) => ({ url, label: sites[index] })));
    for (const { url, accounts } of servers) await signIn(store, `${url}/api`, accounts.admin);
    return new PromptFixture(servers, store);
  }

  get server(): Simulator {
    const [server] = this.servers;
    if (server === undefined) throw new Error("There is no server.");
    return server;
  }

  get siteApi(): string {
    return `${this.server.url}/api`;
  }

  selectCurrentUser(): Promise<void> {
    return this.#selectCurrentUser();
  }

  /** Sets the queries of User or Workspace Settings. */
  async setQueries(target: vscode.ConfigurationTarget, queries?: readonly unknown[]): Promise<void> {
    await vscode.workspace.getConfiguration().update("artifacts.queries", queries, target);
  }

  getSavedQueries(): { readonly user: unknown; readonly workspace: unknown } {
    const setting = vscode.workspace.getConfiguration().inspect("artifacts.queries");
    return { user: setting?.globalValue, workspace: setting?.workspaceValue };
  }

  async close(): Promise<void> {
    this.inputs.close();
    await this.setQueries(vscode.ConfigurationTarget.Global);
    await this.setQueries(vscode.ConfigurationTarget.Workspace);
    await Promise.all(this.servers.map((server) => server.close()));
    this.#log.dispose();
  }

  async #runCommand(command: readonly unknown[]): Promise<void> {
    if (command[0] === "artifacts.selectCurrentUser") {
      return this.#selectCurrentUser(command[1] as { readonly siteApi: string });
    }
    this.executedCommands.push(command);
  }
}
