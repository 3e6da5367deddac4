import assert from "node:assert/strict";
import * as vscode from "vscode";
import { ArtifactPicker } from "../../src/features/form/artifactPicker.ts";
import type { FormPanels } from "../../src/features/form/formPanels.ts";
import type { Site } from "../../src/model/site.ts";
import type { ArtifactTarget, FolderContext } from "../../src/protocol/commandArguments.ts";
import type { Features, Services } from "../../src/services.ts";
import { CurrentUser } from "../../src/store/queries/currentUser.ts";
import { RecentArtifacts } from "../../src/store/queries/recentArtifacts.ts";
import { ErrorHandler } from "../../src/vscode/errorHandler.ts";
import { Log } from "../../src/vscode/log.ts";
import { startSimulator } from "../simulator/simulator.ts";
import { createTestStore, signIn } from "../support/fixtures/testStore.ts";
import { fetchOpenBugs } from "../support/simulator/fetchOpenBugs.ts";
import { waitUntil } from "../support/wait.ts";
import { createMemento } from "../unit/commits/memento.ts";

type Item = vscode.QuickPickItem;

/** A quick pick as VS Code implements it: the window reports the selection as an index of its rendered rows. */
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

  /** Like an arrow key. */
  activate(item: Item): void {
    this.activeItems = [item];
    this.#active.fire(this.activeItems);
  }

  type(text: string): void {
    this.value = text;
    this.#typed.fire(text);
  }

  /** Enter, while the window shows these rows and the first selectable one is active. */
  enter(rendered: readonly Item[] = this.items): void {
    if (rendered === this.items) this.#active.fire([]);
    const index = rendered.findIndex(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
    this.selectedItems = index < 0 ? [] : this.items.slice(index, index + 1);
    this.#accepted.fire();
  }
}

describe("ArtifactPicker", () => {
  const { createQuickPick, showQuickPick } = vscode.window;
  const log = new Log("Artifacts under test");
  const memento = createMemento();
  const store = createTestStore([
    { url: "http://127.0.0.1:9/here", label: "Here" },
    { url: "http://127.0.0.1:7/there", label: "There" },
  ]);
  const [here = assert.fail(), there = assert.fail()] = store.sites.list();
  const recentlyOpened = new RecentArtifacts(memento);
  const commits = { getFolderContext: () => folderContext };
  const services = {
    ...store,
    currentUser: new CurrentUser(memento),
    recentlyOpened,
    workspaceState: memento,
    errorHandler: new ErrorHandler(log, () => undefined),
    features: { commits } as Partial<Features> as Features,
  } as Partial<Services> as Services;
  let box: ScriptedPick;
  /** Prompts for the site; the second site is picked. */
  let sitePromptCount: number;
  let folderContext: Promise<FolderContext>;
  /** Artifacts of open forms; the first one is active. */
  let openForms: readonly { readonly site: Site; readonly artifactId: number; readonly title: string }[];

  before(() => {
    Object.assign(vscode.window, {
      createQuickPick: () => (box = new ScriptedPick()),
      showQuickPick: (rows: readonly unknown[]) => {
        sitePromptCount += 1;
        return Promise.resolve(rows[1]);
      },
    });
  });
  beforeEach(() => {
    sitePromptCount = 0;
    folderContext = Promise.resolve({ siteApi: undefined, artifactId: undefined });
    openForms = [];
  });
  after(() => {
    Object.assign(vscode.window, { createQuickPick, showQuickPick });
    picker.dispose();
    log.dispose();
  });

  const openPanels = () =>
    openForms.map(({ site, artifactId, title }) => ({
      site,
      session: { subject: { kind: "artifact", siteApi: site.api, artifactId }, base: { title, tracker: {} } },
    }));
  const panels = {
    get active() {
      return openPanels()[0];
    },
    get all() {
      return openPanels();
    },
  } as unknown as FormPanels;
  const picker = new ArtifactPicker(services, panels);

  function pickArtifact(
    options: { readonly siteApi?: string; readonly excluded?: ArtifactTarget } = {},
  ): Promise<ArtifactTarget | undefined> {
    return picker.pick({ title: "Choose", excluded: undefined, ...options });
  }

  const waitUntilLoaded = (): Promise<void> => waitUntil("the suggestions are loaded", () => !box.busy);

  it("accepts an ID before suggestions are loaded, and prompts for the site if it is unknown", async () => {
    let resolveFolder: (context: FolderContext) => void = () => undefined;
    folderContext = new Promise((resolve) => {
      resolveFolder = resolve;
    });
    const result = pickArtifact();
    assert.match(box.placeholder ?? "", /the URL of the artifact/);
    box.type("12");
    box.enter([]);
    assert.ok(!box.isShown);
    resolveFolder({ siteApi: undefined, artifactId: undefined });
    const { siteApi, artifactId } = (await result) ?? {};
    assert.deepEqual([siteApi, artifactId, sitePromptCount], [there.api, 12, 1]);
  });

  it("doesn't prompt for the site if the URL, the active form, the folder or the caller determines it", async () => {
    const byUrl = pickArtifact();
    box.type(`${here.web}/plugins/tracker/?aid=12`);
    box.enter();
    assert.equal((await byUrl)?.siteApi, here.api);
    const pickTypedSite = async (options = {}): Promise<string | undefined> => {
      const result = pickArtifact(options);
      box.type("bug #12");
      box.enter();
      return (await result)?.siteApi;
    };
    assert.equal(await pickTypedSite({ siteApi: here.api }), here.api);
    folderContext = Promise.resolve({ siteApi: here.api, artifactId: undefined });
    assert.equal(await pickTypedSite(), here.api);
    openForms = [{ site: there, artifactId: 4, title: "Four" }];
    assert.equal(await pickTypedSite(), there.api);
    assert.equal(sitePromptCount, 0);
  });

  it("accepts an ID, a reference and a URL of the site, and nothing else", async () => {
    const formats: readonly ((id: number) => string)[] = [
      (id) => `${id}`,
      (id) => `art #${id}`,
      (id) => `bug #${id}`,
      (id) => `art #open-tides:${id}`,
      (id) => `${here.web}/plugins/tracker/?aid=${id}`,
      (id) => `${here.web}/goto?key=bug&val=${id}&group_id=101`,
      (id) => `${new URL(here.web).pathname}/plugins/tracker/?aid=${id}`,
    ];
    for (const [index, format] of formats.entries()) {
      const text = format(index + 10);
      const result = pickArtifact({ siteApi: here.api });
      box.type("https://elsewhere.example/plugins/tracker/?aid=1");
      box.enter();
      assert.ok(box.isShown, "URL of another site");
      box.type(text);
      box.enter();
      const { siteApi, artifactId } = (await result) ?? {};
      assert.deepEqual([siteApi, artifactId], [here.api, index + 10], text);
    }
  });

  it("keeps the active row while suggestions are loaded", async () => {
    let resolveFolder: (context: FolderContext) => void = () => undefined;
    folderContext = new Promise((resolve) => {
      resolveFolder = resolve;
    });
    openForms = [{ site: here, artifactId: 4, title: "Four" }];
    const result = pickArtifact();
    box.type("12");
    const [, second = assert.fail()] = box.rows;
    box.activate(second);
    resolveFolder({ siteApi: undefined, artifactId: undefined });
    await waitUntilLoaded();
    assert.deepEqual(
      box.activeItems.map(({ label, description }) => [label, description]),
      [["#12", "There"]],
    );
    box.hide();
    await result;
  });

  it("lists the typed ID on other sites too", async () => {
    openForms = [{ site: here, artifactId: 4, title: "Four" }];
    const result = pickArtifact();
    await waitUntilLoaded();
    box.type("12");
    assert.deepEqual(
      box.rows.map(({ label, description }) => [label, description]),
      [
        ["#12", "Here"],
        ["#12", "There"],
      ],
    );
    box.hide();
    await result;
  });

  it("rejects the URL of an artifact on another site than the required one", async () => {
    const result = pickArtifact({ siteApi: here.api });
    box.type(`${there.web}/plugins/tracker/?aid=12`);
    assert.deepEqual(
      box.rows.map(({ description }) => description),
      ["This artifact is on another site. Select an artifact on Here."],
    );
    box.enter();
    assert.ok(box.isShown);
    box.hide();
    assert.equal(await result, undefined);
  });

  it("suggests open, active and recently opened artifacts, and accepts the typed ID instead of the first row", async () => {
    await recentlyOpened.add(here.api, undefined, { id: 6, title: "Six", tracker: undefined });
    openForms = [{ site: here, artifactId: 4, title: "Four" }];
    folderContext = Promise.resolve({ siteApi: here.api, artifactId: 5 });
    const result = pickArtifact();
    assert.deepEqual(box.labels, ["#4"]);
    await waitUntilLoaded();
    assert.deepEqual(box.labels, ["#4", "#5", "#6"]);
    const rendered = box.items;
    box.type("12");
    // The window doesn't show the rows for the typed text yet.
    box.enter(rendered);
    const { siteApi, artifactId } = (await result) ?? {};
    assert.deepEqual([siteApi, artifactId], [here.api, 12]);
    const byTitle = pickArtifact();
    await waitUntilLoaded();
    box.type("six");
    assert.deepEqual(box.labels, ["#6"]);
    box.enter();
    assert.equal((await byTitle)?.artifactId, 6);
    const first = pickArtifact();
    await waitUntilLoaded();
    box.enter();
    assert.equal((await first)?.artifactId, 4);
  });

  it("suggests neither artifacts of other sites than the required one nor the excluded artifact", async () => {
    await recentlyOpened.add(here.api, undefined, { id: 6, title: "Six", tracker: undefined });
    const onOtherSite = pickArtifact({ siteApi: there.api });
    await waitUntilLoaded();
    assert.deepEqual(box.labels, []);
    box.hide();
    await onOtherSite;
    const other = pickArtifact({ siteApi: here.api, excluded: { siteApi: here.api, artifactId: 6 } });
    await waitUntilLoaded();
    assert.deepEqual(box.labels, []);
    box.hide();
    await other;
  });

  it("shows a hint if the text matches nothing, and accepts nothing without a text", async () => {
    const result = pickArtifact({ siteApi: there.api });
    await waitUntilLoaded();
    box.enter();
    assert.ok(box.isShown);
    box.type("no such title");
    assert.equal(box.labels.length, 0);
    await waitUntilLoaded();
    const [hint = "", scope = ""] = box.rows.map(({ description = "" }) => description);
    assert.match(hint, /No matching artifacts\. Enter other words, an artifact ID/);
    // Nobody is signed in, and no tracker was opened.
    assert.match(scope, /You can search only by artifact ID/);
    box.enter();
    assert.ok(box.isShown);
    box.hide();
    assert.equal(await result, undefined);
  });

  it("searches all sites by words, without the excluded artifact, and shows the title of a typed ID", async () => {
    const servers = [
      await startSimulator({ dialect: "product" }),
      await startSimulator({ dialect: "documented" }),
    ];
    const searchedStore = createTestStore(
      servers.map(({ url, dialect }) => ({ url, label: dialect === "product" ? "North" : "South" })),
    );
    for (const { url, accounts } of servers) await signIn(searchedStore, `${url}/api`, accounts.admin);
    const searchingPicker = new ArtifactPicker({ ...services, ...searchedStore }, panels);
    const [north = assert.fail()] = searchedStore.sites.list();
    try {
      const [first = assert.fail(), second = assert.fail()] = await fetchOpenBugs(
        servers[0] ?? assert.fail(),
      );
      const excluded = { siteApi: north.api, artifactId: second.id };
      const result = searchingPicker.pick({ title: "Choose", excluded });
      await waitUntilLoaded();
      box.type(second.title);
      await waitUntil("the search is done", () => !box.busy);
      assert.ok(!box.labels.includes(`#${second.id}`));
      // The other site can't search all projects.
      assert.ok(
        box.rows.some(({ description }) =>
          description?.startsWith("South: You can search only by artifact ID"),
        ),
      );
      box.type(first.title);
      await waitUntil("the search is done", () => !box.busy);
      const row = box.rows.find(({ label }) => label === `#${first.id}`) ?? assert.fail();
      assert.ok(row.description?.startsWith(`${first.title} · Bugs · ${first.status}`), row.description);
      box.enter();
      const { siteApi, artifactId } = (await result) ?? {};
      assert.deepEqual([siteApi, artifactId], [north.api, first.id]);
      const byId = searchingPicker.pick({ title: "Choose", siteApi: north.api, excluded: undefined });
      await waitUntilLoaded();
      box.type(`#${first.id}`);
      await waitUntil("the title is shown", () => box.rows[0]?.description?.startsWith(first.title) === true);
      box.enter();
      assert.equal((await byId)?.artifactId, first.id);
    } finally {
      searchingPicker.dispose();
      await Promise.all(servers.map((server) => server.close()));
    }
  });
});
