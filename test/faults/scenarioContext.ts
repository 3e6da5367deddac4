// Server, tracker, window and temporary folders of one run.
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { FormSubject } from "../../src/model/form/formSubject.ts";
import { toSelectedArtifact, type SelectedArtifact } from "../../src/store/triage/artifactLoader.ts";
import type { Json } from "../simulator/http/json.ts";
import type { TrackerHandle } from "../simulator/trackerAdministration.ts";
import { type Dialect, type Simulator, startSimulator } from "../simulator/simulator.ts";
import type { Changeset } from "../simulator/state/changeset.ts";
import { addFaultTracker } from "./faultTracker.ts";
import { SimulatedWindow } from "./simulatedWindow.ts";
import type { ClientFault } from "./fastConnections.ts";

/** Enough rows for two pages. */
const artifactCount = 60;

export class ScenarioContext {
  readonly server: Simulator;
  readonly tracker: TrackerHandle;
  window: SimulatedWindow;
  /** Change of another user during a request; set by the scenario. */
  changeConcurrently: () => void = () => undefined;
  /** Whether a fault may make the server return an outdated response. */
  mayReturnStale = false;
  readonly #folder: string;
  readonly #workspaceState: Map<string, string>;
  readonly #clientFault: ClientFault;
  #windowCount = 1;
  #tokenCount = 0;

  private constructor(
    server: Simulator,
    tracker: TrackerHandle,
    window: SimulatedWindow,
    parts: {
      readonly folder: string;
      readonly workspaceState: Map<string, string>;
      readonly clientFault: ClientFault;
    },
  ) {
    this.server = server;
    this.tracker = tracker;
    this.window = window;
    this.#folder = parts.folder;
    this.#workspaceState = parts.workspaceState;
    this.#clientFault = parts.clientFault;
  }

  static async open(parent: string, dialect: Dialect, clientFault: ClientFault): Promise<ScenarioContext> {
    const server = await startSimulator({ dialect, deletionLimit: 100 });
    // The search for a created artifact assumes that the clock of the server is right.
    server.clock.advance(Date.now() - server.clock.now());
    const tracker = addFaultTracker(server, artifactCount);
    server.clock.advance(60_000);
    const folder = await mkdtemp(join(parent, "scenario-"));
    await mkdir(join(folder, "workspace"));
    const workspaceState = new Map<string, string>();
    const window = await SimulatedWindow.open({ server, folder, workspaceState, clientFault, number: 1 });
    return new ScenarioContext(server, tracker, window, { folder, workspaceState, clientFault });
  }

  get dialect(): Dialect {
    return this.server.dialect;
  }

  /** Folder of downloaded files and of files to attach. */
  get workspace(): string {
    return join(this.#folder, "workspace");
  }

  get accountId(): string {
    return String(this.server.accounts.admin.id);
  }

  /** Replaces the window by a new one with the same folders. */
  async openNextWindow(how: "after closing" | "after a crash"): Promise<void> {
    if (how === "after closing") await this.window.close();
    else await this.window.crash();
    this.#windowCount += 1;
    this.window = await SimulatedWindow.open({
      server: this.server,
      folder: this.#folder,
      workspaceState: this.#workspaceState,
      clientFault: this.#clientFault,
      number: this.#windowCount,
    });
  }

  /** Creates a unique word. */
  createToken(prefix: string): string {
    this.#tokenCount += 1;
    return `${prefix}${this.#tokenCount}of${process.pid}`;
  }

  getArtifactId(index: number): number {
    const id = this.tracker.artifactIds[index];
    if (id === undefined) throw new Error(`No artifact at index ${index}`);
    return id;
  }

  createSubject(artifactId: number): FormSubject {
    return { kind: "artifact", siteApi: this.window.site.api, accountId: this.accountId, artifactId };
  }

  /** Changes the place as another user, at a time that no other change has. */
  changeAsOther(artifactId: number, place: string): void {
    const { server, tracker } = this;
    const value: Json = { field_id: tracker.fieldId("place"), value: place };
    server.clock.advance(3_000);
    server.updateArtifact(artifactId, { values: [value], by: server.accounts.member });
    server.clock.advance(3_000);
  }

  /** Changesets of the user under test after the first `after` ones. */
  getOwnChangesets(artifactId: number, after: number): readonly Changeset[] {
    const { admin } = this.server.accounts;
    const later = this.server.getChangesets(artifactId).slice(after);
    return later.filter(({ submittedBy }) => submittedBy === admin.id);
  }

  countChangesets(artifactId: number): number {
    return this.server.getChangesets(artifactId).length;
  }

  /** Fetches without the client under test; undefined for status 404. */
  async fetchText(path: string): Promise<{ readonly text: string; readonly size: number } | undefined> {
    const { accessKey } = this.server.accounts.admin;
    const headers = { "X-Auth-AccessKey": accessKey, Accept: "application/json" };
    const response = await fetch(`${this.server.url}/api/${path}`, { headers });
    const body = await response.text();
    if (response.status === 404) return undefined;
    if (!response.ok) throw new Error(`${path}: status ${response.status}: ${body}`);
    return { text: body, size: Number(response.headers.get("x-pagination-size")) };
  }

  async serverContains(artifactId: number, token: string): Promise<boolean> {
    return (await this.fetchText(`artifacts/${artifactId}`))?.text.includes(token) ?? false;
  }

  /** Whether the file of any draft contains the token. */
  async isDraftOnDisk(token: string): Promise<boolean> {
    const folder = join(this.#folder, "drafts");
    const names = await readdir(folder).catch(() => []);
    const texts = await Promise.all(
      names.filter((name) => name.endsWith(".json")).map((name) => this.#readDraft(join(folder, name))),
    );
    return texts.some((text) => text.includes(token));
  }

  /** Loads an artifact as a row selected in a list. */
  async loadRow(artifactId: number): Promise<SelectedArtifact> {
    const identity = { trackerId: this.tracker.id };
    return toSelectedArtifact(
      identity,
      await this.window.artifactLoader.load({ row: { id: artifactId }, ...identity }, neverAborted),
    );
  }

  async close(): Promise<void> {
    await this.window.close();
    await this.server.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** The file may have been replaced or deleted since it was listed. */
  #readDraft(path: string): Promise<string> {
    return readFile(path, "utf8").catch(() => "");
  }
}

export const neverAborted: AbortSignal = new AbortController().signal;
