// One run's world: a server of its own, with a tracker that everything is about, and folders that end with the run.
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Subject } from "../../src/model/subject.ts";
import { rowOf, type Selected } from "../../src/store/triage/states.ts";
import type { Json } from "../simulator/http/json.ts";
import type { TrackerHandle } from "../simulator/remodel.ts";
import { type Dialect, type Simulator, startSimulator } from "../simulator/simulator.ts";
import type { Changeset } from "../simulator/state/changeset.ts";
import { addBuoys } from "./buoys.ts";
import { OfficeWindow } from "./officeWindow.ts";
import type { Spoil } from "./quickConnections.ts";

/** So many rows take two requests. */
const artifacts = 60;

export class Scene {
  readonly server: Simulator;
  readonly tracker: TrackerHandle;
  window: OfficeWindow;
  /** What somebody else does in between; the journey says. */
  meanwhile: () => void = () => undefined;
  /** Whether the server may tell what was so before as if it were so now. */
  tellsStale = false;
  readonly #folder: string;
  readonly #kept: Map<string, string>;
  readonly #spoil: Spoil;
  #windows = 1;
  #tokens = 0;

  private constructor(
    server: Simulator,
    tracker: TrackerHandle,
    window: OfficeWindow,
    parts: { readonly folder: string; readonly kept: Map<string, string>; readonly spoil: Spoil },
  ) {
    this.server = server;
    this.tracker = tracker;
    this.window = window;
    this.#folder = parts.folder;
    this.#kept = parts.kept;
    this.#spoil = parts.spoil;
  }

  static async open(parent: string, dialect: Dialect, spoil: Spoil): Promise<Scene> {
    const server = await startSimulator({ dialect, deletionLimit: 100 });
    // Where a creation is looked for, servers are expected to know what time it is.
    server.clock.advance(Date.now() - server.clock.now());
    const tracker = addBuoys(server, artifacts);
    server.clock.advance(60_000);
    const folder = await mkdtemp(join(parent, "scene-"));
    await mkdir(join(folder, "workspace"));
    const kept = new Map<string, string>();
    const window = await OfficeWindow.open({ server, folder, kept, spoil, number: 1 });
    return new Scene(server, tracker, window, { folder, kept, spoil });
  }

  get dialect(): Dialect {
    return this.server.dialect;
  }

  /** Where attachments go to, and come from. */
  get workspace(): string {
    return join(this.#folder, "workspace");
  }

  get accountId(): string {
    return String(this.server.accounts.admin.id);
  }

  /** Another window, over the same folders: the one before is closed, or gone without a word. */
  async openAnother(how: "after closing" | "after a crash"): Promise<void> {
    if (how === "after closing") await this.window.close();
    else await this.window.crash();
    this.#windows += 1;
    this.window = await OfficeWindow.open({
      server: this.server,
      folder: this.#folder,
      kept: this.#kept,
      spoil: this.#spoil,
      number: this.#windows,
    });
  }

  /** A word that nobody else says. */
  token(what: string): string {
    this.#tokens += 1;
    return `${what}${this.#tokens}of${process.pid}`;
  }

  artifact(index: number): number {
    const id = this.tracker.artifactIds[index];
    if (id === undefined) throw new Error(`there is no artifact ${index}`);
    return id;
  }

  subject(artifactId: number): Subject {
    return { kind: "artifact", siteApi: this.window.site.api, accountId: this.accountId, artifactId };
  }

  /** Somebody else writes into the place of a buoy, long enough before and after anything else. */
  theyMove(artifactId: number, place: string): void {
    const { server, tracker } = this;
    const value: Json = { field_id: tracker.fieldId("place"), value: place };
    server.clock.advance(3_000);
    server.write(artifactId, { values: [value], by: server.accounts.member });
    server.clock.advance(3_000);
  }

  /** What we have written to an artifact after so many changesets. */
  ourWrites(artifactId: number, after: number): readonly Changeset[] {
    const { admin } = this.server.accounts;
    const later = this.server.changesets(artifactId).slice(after);
    return later.filter(({ submittedBy }) => submittedBy === admin.id);
  }

  writesTo(artifactId: number): number {
    return this.server.changesets(artifactId).length;
  }

  /** Asked past the client; undefined where the server has no such thing. */
  async told(path: string): Promise<{ readonly text: string; readonly size: number } | undefined> {
    const { accessKey } = this.server.accounts.admin;
    const headers = { "X-Auth-AccessKey": accessKey, Accept: "application/json" };
    const response = await fetch(`${this.server.url}/api/${path}`, { headers });
    const body = await response.text();
    if (response.status === 404) return undefined;
    if (!response.ok) throw new Error(`${path} is answered with ${response.status}: ${body}`);
    return { text: body, size: Number(response.headers.get("x-pagination-size")) };
  }

  async holds(artifactId: number, token: string): Promise<boolean> {
    return (await this.told(`artifacts/${artifactId}`))?.text.includes(token) ?? false;
  }

  /** Whether any draft on disk says so, as anybody could read it. */
  async isOnDisk(token: string): Promise<boolean> {
    const folder = join(this.#folder, "drafts");
    const names = await readdir(folder).catch(() => []);
    const texts = await Promise.all(
      names.filter((name) => name.endsWith(".json")).map((name) => this.#draft(join(folder, name))),
    );
    return texts.some((each) => each.includes(token));
  }

  /** A row as a list would show it. */
  async row(artifactId: number): Promise<Selected> {
    const known = { trackerId: this.tracker.id };
    return rowOf(known, await this.window.states.one({ row: { id: artifactId }, ...known }, never));
  }

  async close(): Promise<void> {
    await this.window.close();
    await this.server.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** It may be another file by now. */
  #draft(path: string): Promise<string> {
    return readFile(path, "utf8").catch(() => "");
  }
}

/** For what nobody calls off. */
export const never: AbortSignal = new AbortController().signal;
