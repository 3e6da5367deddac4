import assert from "node:assert/strict";
import * as vscode from "vscode";
import { ArtifactPicker } from "../../src/features/form/askArtifact.ts";
import type { FormPanels } from "../../src/features/form/formPanels.ts";
import type { Site } from "../../src/model/site.ts";
import type { ArtifactTarget, FolderContext } from "../../src/protocol/commands.ts";
import type { Features, Services } from "../../src/services.ts";
import { Me } from "../../src/store/queries/currentUser.ts";
import { RecentlyOpened } from "../../src/store/queries/recent.ts";
import { Boundary } from "../../src/vscode/errorHandler.ts";
import { Log } from "../../src/vscode/log.ts";
import { openStore } from "../support/fixtures/openStore.ts";
import { until } from "../support/wait.ts";
import { memory as newMemory } from "../unit/commits/memory.ts";

type Item = vscode.QuickPickItem;

/** A quick pick as VS Code has it: what is chosen in the window comes back as the place that it had there among the rows. */
class ScriptedPick {
  placeholder: string | undefined;
  value = "";
  busy = false;
  items: readonly Item[] = [];
  activeItems: readonly Item[] = [];
  selectedItems: readonly Item[] = [];
  buttons: readonly vscode.QuickInputButton[] = [];
  isShown = false;
  readonly #active = new vscode.EventEmitter<readonly Item[]>();
  readonly #typed = new vscode.EventEmitter<string>();
  readonly #accepted = new vscode.EventEmitter<void>();
  readonly #hidden = new vscode.EventEmitter<void>();
  readonly onDidChangeActive = this.#active.event;
  readonly onDidChangeValue = this.#typed.event;
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidTriggerButton = new vscode.EventEmitter<vscode.QuickInputButton>().event;

  get rows(): readonly Item[] {
    return this.items.filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
  }

  get labels(): readonly string[] {
    return this.rows.map(({ label }) => label);
  }

  show(): void {
    this.isShown = true;
  }

  hide(): void {
    this.isShown = false;
    this.#hidden.fire();
  }

  dispose(): void {
    this.isShown = false;
  }

  /** As somebody does who goes there by an arrow. */
  activate(item: Item): void {
    this.activeItems = [item];
    this.#active.fire(this.activeItems);
  }

  type(text: string): void {
    this.value = text;
    this.#typed.fire(text);
  }

  /** Enter, while the window shows these rows, of which the first that can be chosen is active. */
  enter(rendered: readonly Item[] = this.items): void {
    if (rendered === this.items) this.#active.fire([]);
    const at = rendered.findIndex(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
    this.selectedItems = at < 0 ? [] : this.items.slice(at, at + 1);
    this.#accepted.fire();
  }
}

describe("the question which artifact is meant", () => {
  const { createQuickPick, showQuickPick } = vscode.window;
  const log = new Log("Artifacts under test");
  const memory = newMemory();
  const store = openStore([
    { url: "http://127.0.0.1:9/here", label: "Here" },
    { url: "http://127.0.0.1:7/there", label: "There" },
  ]);
  const [here = assert.fail(), there = assert.fail()] = store.sites.list();
  const recent = new RecentlyOpened(memory);
  const commits = { folderContext: () => folder };
  const services = {
    ...store,
    me: new Me(memory),
    recent,
    boundary: new Boundary(log, () => undefined),
    features: { commits } as Partial<Features> as Features,
  } as Partial<Services> as Services;
  let box: ScriptedPick;
  /** How often it was asked which site is meant; the second one is. */
  let siteQuestions: number;
  /** What is said of the folder, once that is known. */
  let folder: Promise<FolderContext>;
  /** The artifacts that forms show, the first of them in front. */
  let forms: readonly { readonly site: Site; readonly artifactId: number; readonly title: string }[];

  before(() => {
    Object.assign(vscode.window, {
      createQuickPick: () => (box = new ScriptedPick()),
      showQuickPick: (rows: readonly unknown[]) => {
        siteQuestions += 1;
        return Promise.resolve(rows[1]);
      },
    });
  });
  beforeEach(() => {
    siteQuestions = 0;
    folder = Promise.resolve({ siteApi: undefined, artifactId: undefined });
    forms = [];
  });
  after(() => {
    Object.assign(vscode.window, { createQuickPick, showQuickPick });
    picker.dispose();
    log.dispose();
  });

  const openPanels = () =>
    forms.map(({ site, artifactId, title }) => ({
      site,
      editing: { subject: { kind: "artifact", siteApi: site.api, artifactId }, base: { title, tracker: {} } },
    }));
  const panels = {
    get active() {
      return openPanels()[0];
    },
    get list() {
      return openPanels();
    },
  } as unknown as FormPanels;
  const picker = new ArtifactPicker(services, panels);

  function ask(
    question: { readonly siteApi?: string; readonly except?: ArtifactTarget } = {},
  ): Promise<ArtifactTarget | undefined> {
    return picker.pick({ title: "Choose", except: undefined, ...question });
  }

  const isRead = (): Promise<void> => until("what is suggested was read", () => !box.busy);

  it("takes a number that is typed before anything was read, and asks of which site where nothing says it", async () => {
    let tell: (context: FolderContext) => void = () => undefined;
    folder = new Promise((resolve) => {
      tell = resolve;
    });
    const answer = ask();
    assert.match(box.placeholder ?? "", /the address of its page/);
    box.type("12");
    box.enter([]);
    assert.ok(!box.isShown);
    tell({ siteApi: undefined, artifactId: undefined });
    const { siteApi, artifactId } = (await answer) ?? {};
    assert.deepEqual([siteApi, artifactId, siteQuestions], [there.api, 12, 1]);
  });

  it("does not ask of which site where the address, the form in front or the folder says it, or the one who asks", async () => {
    const byAddress = ask();
    box.type(`${here.web}/plugins/tracker/?aid=12`);
    box.enter();
    assert.equal((await byAddress)?.siteApi, here.api);
    const typed = async (question = {}): Promise<string | undefined> => {
      const answer = ask(question);
      box.type("bug #12");
      box.enter();
      return (await answer)?.siteApi;
    };
    assert.equal(await typed({ siteApi: here.api }), here.api);
    folder = Promise.resolve({ siteApi: here.api, artifactId: undefined });
    assert.equal(await typed(), here.api);
    forms = [{ site: there, artifactId: 4, title: "Four" }];
    assert.equal(await typed(), there.api);
    assert.equal(siteQuestions, 0);
  });

  it("takes a number, a reference and an address, and nothing else", async () => {
    const ways: readonly ((id: number) => string)[] = [
      (id) => `${id}`,
      (id) => `art #${id}`,
      (id) => `bug #${id}`,
      (id) => `art #open-tides:${id}`,
      (id) => `${here.web}/plugins/tracker/?aid=${id}`,
      (id) => `${here.web}/goto?key=bug&val=${id}&group_id=101`,
      (id) => `${new URL(here.web).pathname}/plugins/tracker/?aid=${id}`,
    ];
    for (const [at, way] of ways.entries()) {
      const typed = way(at + 10);
      const answer = ask({ siteApi: here.api });
      box.type("https://elsewhere.example/plugins/tracker/?aid=1");
      box.enter();
      assert.ok(box.isShown, "elsewhere");
      box.type(typed);
      box.enter();
      const { siteApi, artifactId } = (await answer) ?? {};
      assert.deepEqual([siteApi, artifactId], [here.api, at + 10], typed);
    }
  });

  it("stays with the site whose row is active while more is read", async () => {
    let tell: (context: FolderContext) => void = () => undefined;
    folder = new Promise((resolve) => {
      tell = resolve;
    });
    forms = [{ site: here, artifactId: 4, title: "Four" }];
    const answer = ask();
    box.type("12");
    const [, second = assert.fail()] = box.rows;
    box.activate(second);
    tell({ siteApi: undefined, artifactId: undefined });
    await isRead();
    assert.deepEqual(
      box.activeItems.map(({ label, description }) => [label, description]),
      [["#12", "There"]],
    );
    box.hide();
    await answer;
  });

  it("offers the number on the other sites, too", async () => {
    forms = [{ site: here, artifactId: 4, title: "Four" }];
    const answer = ask();
    await isRead();
    box.type("12");
    assert.deepEqual(
      box.rows.map(({ label, description }) => [label, description]),
      [
        ["#12", "Here"],
        ["#12", "There"],
      ],
    );
    box.hide();
    await answer;
  });

  it("refuses the address of an artifact on another site than the one that it has to be on", async () => {
    const answer = ask({ siteApi: here.api });
    box.type(`${there.web}/plugins/tracker/?aid=12`);
    assert.deepEqual(box.labels, ["$(info) This artifact is on another site: choose one on Here."]);
    box.enter();
    assert.ok(box.isShown);
    box.hide();
    assert.equal(await answer, undefined);
  });

  it("suggests what is open, of the branch and opened before, and takes the number that is typed, not the first row", async () => {
    await recent.note(here.api, undefined, { id: 6, title: "Six", tracker: undefined });
    forms = [{ site: here, artifactId: 4, title: "Four" }];
    folder = Promise.resolve({ siteApi: here.api, artifactId: 5 });
    const answer = ask();
    assert.deepEqual(box.labels, ["#4"]);
    await isRead();
    assert.deepEqual(box.labels, ["#4", "#5", "#6"]);
    const rendered = box.items;
    box.type("12");
    // The window does not have the rows for it yet.
    box.enter(rendered);
    const { siteApi, artifactId } = (await answer) ?? {};
    assert.deepEqual([siteApi, artifactId], [here.api, 12]);
    const words = ask();
    await isRead();
    box.type("six");
    assert.deepEqual(box.labels, ["#6"]);
    box.enter();
    assert.equal((await words)?.artifactId, 6);
    const first = ask();
    await isRead();
    box.enter();
    assert.equal((await first)?.artifactId, 4);
  });

  it("suggests no artifact of another site than the one that it has to be on, nor the one that asks", async () => {
    await recent.note(here.api, undefined, { id: 6, title: "Six", tracker: undefined });
    const elsewhere = ask({ siteApi: there.api });
    await isRead();
    assert.deepEqual(box.labels, []);
    box.hide();
    await elsewhere;
    const other = ask({ siteApi: here.api, except: { siteApi: here.api, artifactId: 6 } });
    await isRead();
    assert.deepEqual(box.labels, []);
    box.hide();
    await other;
  });

  it("says so where what was typed names nothing, and takes nothing where nothing was typed", async () => {
    const answer = ask({ siteApi: there.api });
    await isRead();
    box.enter();
    assert.ok(box.isShown);
    box.type("no such words");
    assert.match(box.labels[0] ?? "", /neither a number/);
    box.enter();
    assert.ok(box.isShown);
    box.hide();
    assert.equal(await answer, undefined);
  });
});
