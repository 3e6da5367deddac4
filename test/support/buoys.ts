// A window at forms of a small tracker, and someone else who writes to the same artifacts.
import assert from "node:assert/strict";
import type { FrameLocator, Locator } from "playwright-core";
import { string, text } from "../simulator/demo/draftField.ts";
import type { TrackerHandle } from "../simulator/remodel.ts";
import { type Dialect, type Simulator, startSimulator } from "../simulator/simulator.ts";
import { box, openArtifact, tab } from "./form.ts";
import { signInWithKey } from "./signIn.ts";
import { assertSoon } from "./soon.ts";
import { expandRow, treeRow, treeRows } from "./tree.ts";
import { openWindow, type VSCodeWindow } from "./window.ts";

type FieldName = "name" | "place" | "owner" | "log";

function addBuoys(server: Simulator): TrackerHandle {
  const filled = (content: string) => () => ({ kind: "string", text: content }) as const;
  const lines = "First line\nSecond line\nThird line";
  return server.addTracker({
    projectId: 102,
    label: "Buoys",
    fields: [
      string("name", "Name", { fill: filled("Red") }),
      string("place", "Place", { fill: filled("Bay") }),
      string("owner", "Owner", { fill: filled("Harbour office") }),
      text("log", "Log", { fill: () => ({ kind: "text", source: lines, format: "text" }) }),
    ],
    artifacts: 12,
  });
}

export class Buoys {
  readonly server: Simulator;
  readonly window: VSCodeWindow;
  /** How the other person is named. */
  readonly other: string;
  /** The artifact that is worked at. */
  artifact = 0;
  readonly #tracker: TrackerHandle;
  readonly #untouched: number[];

  private constructor(server: Simulator, window: VSCodeWindow, tracker: TrackerHandle) {
    this.server = server;
    this.window = window;
    this.other = server.dialect === "product" ? server.accounts.admin.realName : "Someone";
    this.#tracker = tracker;
    this.#untouched = [...tracker.artifactIds];
  }

  static async open(dialect: Dialect): Promise<Buoys> {
    const server = await startSimulator({ dialect });
    const tracker = addBuoys(server);
    const window = await openWindow({
      settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }] },
      secrets: "kept",
    });
    const { member } = server.accounts;
    await signInWithKey(window, member.accessKey, dialect === "product" ? member.realName : "signed in");
    // Where a server does not say to which tracker an artifact belongs, it has to have been seen.
    await expandRow(treeRow(window.page, "Open Tides"));
    await expandRow(treeRow(window.page, "Buoys"));
    await treeRows(window.page)
      .filter({ hasText: `#${tracker.artifactIds[0]}` })
      .waitFor();
    return new Buoys(server, window, tracker);
  }

  get trackerId(): number {
    return this.#tracker.id;
  }

  fieldId(name: FieldName): number {
    return this.#tracker.fieldId(name);
  }

  /** A fresh artifact in a form. */
  async open(): Promise<FrameLocator> {
    this.artifact = this.#untouched.shift() ?? assert.fail("no artifact is left");
    const form = await openArtifact(this.window, this.artifact);
    await this.box(form, "name").waitFor();
    return form;
  }

  box(form: FrameLocator, name: FieldName): Locator {
    return box(form, this.fieldId(name));
  }

  theyWrite(name: FieldName, content: string): void {
    const { server } = this;
    const isRich = name === "log" && server.dialect === "product";
    const value = isRich ? { content, format: "text" } : content;
    server.clock.advance(60_000);
    server.write(this.artifact, {
      values: [{ field_id: this.fieldId(name), value }],
      by: server.accounts.admin,
    });
    server.clock.advance(60_000);
  }

  /** They get in while our change is on its way. */
  theyWriteMeanwhile(name: FieldName, content: string): void {
    this.meanwhile(() => this.theyWrite(name, content));
  }

  meanwhile(act: () => void): void {
    this.server.faults.add({ method: "PUT", path: /artifacts/, times: 1, fault: { kind: "meanwhile", act } });
  }

  async typeInto(form: FrameLocator, name: FieldName, typed: string): Promise<void> {
    await this.box(form, name).fill(typed);
  }

  /** Waits until nothing of the artifact is unsent. */
  async savedNow(): Promise<void> {
    await tab(this.window, `● #${this.artifact}`).waitFor({ state: "detached" });
  }

  async shows(form: FrameLocator, name: FieldName, expected: string): Promise<void> {
    await assertSoon(async () => assert.equal(await this.box(form, name).inputValue(), expected));
  }

  async close(): Promise<void> {
    await this.window.close();
    await this.server.close();
  }
}
