// What asks a person in several steps, in copies of its own beside the extension under test: the test answers, and what is
// asked of a server goes to a simulated one that somebody is signed in to.
import * as vscode from "vscode";
import { chooseMe } from "../../src/features/queries/askMe.ts";
import { QueryBuilder } from "../../src/features/queries/queryBuilder.ts";
import { ArtifactSearch } from "../../src/features/queries/searchArtifacts.ts";
import type { CommandArguments } from "../../src/protocol/commands.ts";
import type { Services } from "../../src/services.ts";
import { SavedQueries } from "../../src/store/queries/savedQueries.ts";
import { SearchScope } from "../../src/store/queries/titleSearch.ts";
import { Commands } from "../../src/vscode/commands.ts";
import { scopedSetting } from "../../src/vscode/configuration.ts";
import { Boundary } from "../../src/vscode/errorHandler.ts";
import { Log } from "../../src/vscode/log.ts";
import { type Dialect, type Simulator, startSimulator } from "../simulator/simulator.ts";
import { openStore, signIn, type Store } from "../support/fixtures/openStore.ts";
import { memoryInProcess } from "../unit/store/queries/stage.ts";
import { untouched } from "../unit/tree/browsing.ts";
import { QuickInputs } from "./quickInputs.ts";

type Untouched = ReturnType<typeof untouched>;

export class AskingStage {
  readonly servers: readonly Simulator[];
  readonly store: Store & Untouched;
  readonly inputs = new QuickInputs();
  /** The commands that were run, but for what this stage does itself. */
  readonly ran: (readonly unknown[])[] = [];
  readonly builder: QueryBuilder;
  readonly search: ArtifactSearch;
  readonly #log = new Log("Questions under test");
  readonly #me: (site?: { readonly siteApi: string }) => Promise<void>;

  private constructor(servers: readonly Simulator[], store: Store) {
    this.servers = servers;
    this.store = { ...store, ...untouched(store) };
    const boundary = new Boundary(this.#log, () => "Demo");
    const run = (command: readonly unknown[]): Promise<void> => this.#run(command);
    class Recorded extends Commands<CommandArguments> {
      override run(...command: readonly unknown[]): Promise<void> {
        return run(command);
      }
    }
    const commands = new Recorded(boundary);
    const queries = new SavedQueries(scopedSetting("artifacts.queries"));
    const given: Partial<Services> = { ...this.store, queries, boundary, commands };
    const services = given as Services;
    this.builder = new QueryBuilder(services);
    this.search = new ArtifactSearch(services, new SearchScope(memoryInProcess()));
    this.#me = (site) => chooseMe(services, site);
  }

  /** Signed in as the administrator. */
  static async open(dialect: Dialect, ...labels: readonly string[]): Promise<AskingStage> {
    const sites = labels.length === 0 ? ["Demo"] : labels;
    const servers = await Promise.all(sites.map(() => startSimulator({ dialect })));
    const store = openStore(servers.map(({ url }, at) => ({ url, label: sites[at] })));
    for (const { url, accounts } of servers) await signIn(store, `${url}/api`, accounts.admin);
    return new AskingStage(servers, store);
  }

  get server(): Simulator {
    const [server] = this.servers;
    if (server === undefined) throw new Error("There is no server.");
    return server;
  }

  get siteApi(): string {
    return `${this.server.url}/api`;
  }

  sayWho(): Promise<void> {
    return this.#me();
  }

  /** The queries of the person's settings, or of the workspace's. */
  async setQueries(target: vscode.ConfigurationTarget, queries?: readonly unknown[]): Promise<void> {
    await vscode.workspace.getConfiguration().update("artifacts.queries", queries, target);
  }

  keptQueries(): { readonly user: unknown; readonly workspace: unknown } {
    const kept = vscode.workspace.getConfiguration().inspect("artifacts.queries");
    return { user: kept?.globalValue, workspace: kept?.workspaceValue };
  }

  async close(): Promise<void> {
    this.inputs.close();
    await this.setQueries(vscode.ConfigurationTarget.Global);
    await this.setQueries(vscode.ConfigurationTarget.Workspace);
    await Promise.all(this.servers.map((server) => server.close()));
    this.#log.dispose();
  }

  async #run(command: readonly unknown[]): Promise<void> {
    if (command[0] === "artifacts.chooseMe") return this.#me(command[1] as { readonly siteApi: string });
    this.ran.push(command);
  }
}
