// A window at the rows of a small tracker that decisions are made about, and someone else who writes to the same artifacts.
import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { links, list, string } from "../simulator/demo/draftField.ts";
import type { Json } from "../simulator/http/json.ts";
import type { TrackerHandle } from "../simulator/remodel.ts";
import { type Dialect, type Simulator, startSimulator } from "../simulator/simulator.ts";
import { signInWithKey } from "./signIn.ts";
import { assertSoon } from "./soon.ts";
import { artifactRows, expandRow, treeRow } from "./tree.ts";
import { openWindow, type VSCodeWindow } from "./window.ts";

type FieldName = "title" | "place" | "status" | "links";

interface LampsOptions {
  readonly dialect: Dialect;
  /** The administrator unless told otherwise. */
  readonly as?: "member";
  readonly deletionLimit?: number;
}

function addLamps(server: Simulator): TrackerHandle {
  const filled = (content: string) => () => ({ kind: "string", text: content }) as const;
  const blocks = { shortname: "blocks", forwardLabel: "Blocks", reverseLabel: "Blocked by" };
  return server.addTracker({
    projectId: 102,
    label: "Lamps",
    fields: [
      string("title", "Title", { fill: filled("Pier lamp") }),
      string("place", "Place", { fill: filled("Pier") }),
      list(
        "sb",
        "status",
        "Status",
        [{ label: "Lit" }, { label: "Flickering", weight: 0 }, { label: "Broken", weight: 0 }],
        { required: true },
      ),
      links("links", "Links", { types: [blocks] }),
    ],
    semantics: { title: "title", status: { field: "status", open: ["Lit", "Flickering", "Broken"] } },
    artifacts: 10,
  });
}

export class Lamps {
  readonly server: Simulator;
  readonly window: VSCodeWindow;
  /** Those of the tracker, oldest first. */
  readonly ids: readonly number[];
  readonly #tracker: TrackerHandle;
  readonly #untouched: number[];

  private constructor(server: Simulator, window: VSCodeWindow, tracker: TrackerHandle) {
    this.server = server;
    this.window = window;
    this.ids = tracker.artifactIds;
    this.#tracker = tracker;
    this.#untouched = [...tracker.artifactIds];
  }

  static async open({ dialect, as, deletionLimit = 5 }: LampsOptions): Promise<Lamps> {
    const server = await startSimulator({ dialect, deletionLimit });
    const tracker = addLamps(server);
    const window = await openWindow({
      settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }] },
      secrets: "kept",
    });
    const account = as === "member" ? server.accounts.member : server.accounts.admin;
    await signInWithKey(window, account.accessKey, dialect === "product" ? account.realName : "signed in");
    // Only rows that are in sight are drawn.
    await window.page.setViewportSize({ width: 1280, height: 1200 });
    const lamps = new Lamps(server, window, tracker);
    await lamps.showRows();
    return lamps;
  }

  async showRows(): Promise<void> {
    await expandRow(treeRow(this.window.page, "Open Tides"));
    await expandRow(treeRow(this.window.page, "Lamps"));
    await this.row(this.ids[0] ?? assert.fail("there are no lamps")).waitFor();
  }

  /** One that nobody has touched yet. */
  next(): number {
    return this.#untouched.shift() ?? assert.fail("no artifact is left");
  }

  row(artifactId: number): Locator {
    return artifactRows(this.window.page).filter({ hasText: new RegExp(`#${artifactId} `) });
  }

  /** Selects rows without opening any, which leaves the focus in the tree. */
  async select(...artifactIds: readonly number[]): Promise<void> {
    // What was selected before is let go of once the tree has the focus.
    await treeRow(this.window.page, "Lamps").click({ modifiers: ["ControlOrMeta"] });
    await this.window.page.keyboard.press("Escape");
    for (const id of artifactIds) await this.row(id).click({ modifiers: ["ControlOrMeta"] });
  }

  fieldId(name: FieldName): number {
    return this.#tracker.fieldId(name);
  }

  theyWrite(artifactId: number, name: "title" | "place", content: string): void {
    this.#write(artifactId, { field_id: this.fieldId(name), value: content });
  }

  theySetStatus(artifactId: number, label: string): void {
    const bind_value_ids = [this.#tracker.choiceId("status", label)];
    this.#write(artifactId, { field_id: this.fieldId("status"), bind_value_ids });
  }

  /** They get in while our change is on its way. */
  meanwhile(act: () => void): void {
    this.server.faults.add({ method: "PUT", path: /artifacts/, times: 1, fault: { kind: "meanwhile", act } });
  }

  /** What the server says of an artifact; undefined where there is none. */
  async read(artifactId: number): Promise<Readonly<Record<string, unknown>> | undefined> {
    const { accessKey } = this.server.accounts.admin;
    const headers = { "X-Auth-AccessKey": accessKey, Accept: "application/json" };
    const response = await fetch(`${this.server.url}/api/artifacts/${artifactId}`, { headers });
    return response.ok ? ((await response.json()) as Readonly<Record<string, unknown>>) : undefined;
  }

  async hasStatus(artifactId: number, expected: string): Promise<void> {
    await assertSoon(async () => assert.equal((await this.read(artifactId))?.["status"], expected));
  }

  /** The comments that were made since the start, oldest first. */
  comments(artifactId: number): readonly string[] {
    return this.server
      .changesets(artifactId)
      .flatMap(({ comment }) => (comment === undefined || comment.body === "" ? [] : [comment.body]));
  }

  async close(): Promise<void> {
    await this.window.close();
    await this.server.close();
  }

  #write(artifactId: number, entry: Json): void {
    const { server } = this;
    server.clock.advance(60_000);
    server.write(artifactId, { values: [entry], by: server.accounts.member });
    server.clock.advance(60_000);
  }
}
