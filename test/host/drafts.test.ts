import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { discardDraft } from "../../src/browse/drafts/draftCommands.ts";
import { countOfPresent, draftBadge } from "../../src/browse/drafts/draftBadge.ts";
import type { ArtifactNode, DraftNode } from "../../src/browse/nodes.ts";
import { lateItem } from "../../src/browse/items/lateItem.ts";
import { removeSite, signOut } from "../../src/connect/leaving.ts";
import type { ConnectDependencies } from "../../src/connect/dependencies.ts";
import type { Site } from "../../src/model/site.ts";
import { Boundary } from "../../src/platform/boundary.ts";
import { Commands } from "../../src/platform/commands.ts";
import { Log } from "../../src/platform/log.ts";
import type { CommandArguments } from "../../src/protocol/commands.ts";
import { Drafts } from "../../src/store/drafts.ts";
import type { KeptDraft } from "../../src/store/keptDraft.ts";
import { SignIns } from "../../src/store/signIns.ts";
import { KeyDates } from "../../src/store/keyDates.ts";
import { Me } from "../../src/store/queries/me.ts";
import { RecentlyOpened } from "../../src/store/queries/recent.ts";
import { SvnRepositories } from "../../src/store/svn/repositories.ts";
import { openStore, type Store } from "../support/fixtures/openStore.ts";
import { about, line, somethingNew, typed } from "../unit/browse/keptDrafts.ts";
import { memoryInProcess } from "../unit/store/queries/stage.ts";

const minute = 60_000;

describe("the rows of drafts", () => {
  const site = openStore([{ url: "https://a.example", label: "Harbour" }]).sites.list()[0] as Site;
  const siteApi = site.api;

  function row(kept: KeptDraft): vscode.TreeItem {
    const node: DraftNode = { kind: "draft", id: "d", site, siteApi, subject: kept.subject, kept };
    return lateItem(node);
  }

  it("say what they are about, how much was typed and when", () => {
    const kept = typed(about(siteApi, 12), {
      inputs: [line(1, "Lamp"), line(2, "y"), line("comment", "z")],
      changedAt: Date.now() - 5 * minute,
      title: "Lamp\nis dark",
    });
    const item = row(kept);
    assert.equal(item.label, "● #12");
    assert.equal(item.description, "5 minutes ago · Lamp is dark");
    assert.equal(item.contextValue, "draft");
    assert.equal(item.command?.command, "artifacts.openDraft");
    const [target] = item.command.arguments as readonly DraftNode[];
    assert.deepEqual([target?.siteApi, target?.subject], [siteApi, kept.subject]);
    const value = (item.tooltip as vscode.MarkdownString).value.replaceAll("&nbsp;", " ");
    assert.match(value, /Bugs\s+3 changes · 5 minutes ago/);
    assert.match(value, /- Title\n- Summary\n- Comment/);
  });

  it("take no links, icons or line breaks from a server", () => {
    const title = "$(error) [a](command:b)\n![c](d)";
    const { tooltip } = row(typed(about(siteApi, 12), { title, tracker: title }));
    assert.ok(tooltip instanceof vscode.MarkdownString);
    assert.ok(!/[^\\]\[a\]|[^\\]!\[c\]|[^\\]\$\(error/.test(tooltip.value), tooltip.value);
    assert.notEqual(tooltip.isTrusted, true);
  });

  it("name what is new by its tracker and the title that was typed", () => {
    const titled = row(typed(somethingNew(siteApi, "a"), { inputs: [line(1, " A new\tlamp ")] }));
    assert.equal(titled.label, "● New in Bugs");
    assert.match(String(titled.description), / · A new lamp$/);
    assert.equal(row(typed(somethingNew(siteApi, "a"))).label, "● New in Bugs");
  });

  it("stand below a row that counts them", () => {
    const item = lateItem({ kind: "drafts", id: "g", site, siteApi, accountId: undefined, count: 2 });
    assert.deepEqual(
      [item.label, item.description, item.collapsibleState],
      ["Unsent Drafts", "2", vscode.TreeItemCollapsibleState.Expanded],
    );
  });

  it("leave a mark at the artifact's own row, beside its status", () => {
    const described = (status: string | undefined, isUnsent: boolean): unknown => {
      const node = {
        kind: "artifact",
        id: "a",
        site,
        siteApi,
        artifactId: 12,
        artifact: { id: 12, title: "Lamp", status, assignees: [] },
        tracker: { label: "Bugs" },
        isUnsent,
      } as unknown as ArtifactNode;
      return lateItem(node).description;
    };
    assert.deepEqual(
      [described("Open", false), described("Open", true), described(undefined, true)],
      ["Open", "unsent · Open", "unsent"],
    );
  });
});

describe("drafts of someone who leaves", () => {
  const api = "https://a.example/api";
  const elsewhere = about("https://b.example/api", 9, "42");
  const log = new Log("Drafts under test");
  const asked: string[] = [];
  const { showWarningMessage, showInformationMessage } = vscode.window;
  let answer: string | undefined;
  let memory: ReturnType<typeof memoryInProcess>;
  let folder: string;
  let drafts: Drafts;
  let store: Store;
  let dependencies: ConnectDependencies;

  async function keep(kept: KeptDraft): Promise<void> {
    const claim = await drafts.claim(kept.subject);
    assert.ok(claim.kind === "ours");
    await claim.file.write(kept);
  }

  async function left(): Promise<readonly string[]> {
    const all = await drafts.list();
    return all
      .map(({ subject }) => `${subject.accountId} ${subject.kind === "artifact" && subject.artifactId}`)
      .sort();
  }

  beforeEach(async () => {
    asked.length = 0;
    answer = undefined;
    folder = await mkdtemp(join(tmpdir(), "artifacts-leaving-"));
    drafts = new Drafts({ folder, process: process.pid, isRunning: () => true });
    store = openStore([{ url: "https://a.example", label: "Harbour" }]);
    await store.accounts.signIn(api, {
      account: { id: "42", name: "Nell" },
      credential: { kind: "basic", username: "nell", password: "secret" },
    });
    const boundary = new Boundary(log, () => undefined);
    memory = memoryInProcess();
    const [me, recent] = [new Me(memory), new RecentlyOpened(memory)];
    const repositories = new SvnRepositories(store.catalog, memory);
    dependencies = {
      ...store,
      me,
      recent,
      keyDates: new KeyDates(memory),
      signIns: new SignIns(memory),
      repositories: () => Promise.resolve(repositories),
      drafts,
      lastSeenFolder: join(folder, "last-seen"),
      boundary,
      commands: new Commands<CommandArguments>(boundary),
    };
    const ask = (message: string, options: vscode.MessageOptions, ...buttons: string[]): Promise<unknown> => {
      asked.push([message, options.detail, ...buttons].join(" | "));
      return Promise.resolve(answer);
    };
    Object.assign(vscode.window, {
      showWarningMessage: ask,
      showInformationMessage: () => Promise.resolve(undefined),
    });
  });
  afterEach(async () => {
    Object.assign(vscode.window, { showWarningMessage, showInformationMessage });
    drafts.dispose();
    await rm(folder, { recursive: true });
  });
  after(() => log.dispose());

  async function keepSome(): Promise<void> {
    await keep(typed(about(api, 1, "42")));
    await keep(typed(about(api, 2, "42")));
    await keep(typed(about(api, 3, "7")));
    await keep(typed(elsewhere));
  }

  it("are nothing to ask about where there are none of that account and site", async () => {
    await keep(typed(about(api, 3, "7")));
    await keep(typed(elsewhere));
    await signOut(dependencies, undefined);
    assert.deepEqual(asked, []);
    assert.equal(await store.accounts.current(api), undefined);
    assert.equal((await left()).length, 2);
  });

  it("are kept or discarded at signing out, as one says, or one stays", async () => {
    await keepSome();
    const question =
      "You have 2 unsent drafts on Harbour. | What is kept stays on this machine and comes back when you sign in " +
      "with the same account. | Sign Out and Keep Drafts | Sign Out and Discard Drafts";
    await signOut(dependencies, undefined);
    assert.deepEqual(asked, [question]);
    const signedIn = await store.accounts.current(api);
    assert.ok(signedIn);

    answer = "Sign Out and Keep Drafts";
    const before = await drafts.list();
    await signOut(dependencies, undefined);
    assert.equal(await store.accounts.current(api), undefined);
    assert.equal(await countOfPresent(store, await drafts.list()), 0);
    await store.accounts.signIn(api, signedIn);
    assert.deepEqual(await drafts.list(), before);
    assert.equal(await countOfPresent(store, await drafts.list()), 2);

    answer = "Sign Out and Discard Drafts";
    await signOut(dependencies, undefined);
    assert.equal(await store.accounts.current(api), undefined);
    assert.deepEqual(await left(), ["42 9", "7 3"]);
  });

  it("stay when a site is removed, unless they are to go with it", async () => {
    await keepSome();
    await removeSite(dependencies, undefined);
    assert.match(
      asked[0] ?? "",
      /3 drafts that you have not sent stay.* \| Remove Site \| Remove Site and Drafts$/s,
    );
    assert.equal(store.sites.list().length, 1);
    answer = "Remove Site";
    await removeSite(dependencies, undefined);
    assert.equal(store.sites.list().length, 0);
    assert.equal((await left()).length, 4);
  });

  it("go with the site if one says so", async () => {
    await keepSome();
    answer = "Remove Site and Drafts";
    await removeSite(dependencies, undefined);
    assert.deepEqual([store.sites.list(), await left()], [[], ["42 9"]]);
  });

  it("leave nothing behind of who one is there, nor of what was opened or made there", async () => {
    const { me, recent, repositories, sites } = dependencies;
    const site = sites.find(api) ?? assert.fail();
    await (await repositories()).remember(site, 7, { id: 3, name: "charts", address: undefined });
    const account = { id: "42", name: "Nell" };
    await me.say(api, account, { id: 42, label: "Nell", username: "nell" });
    for (const site of [api, "https://b.example/api"]) {
      await recent.note(site, account, { id: 1, title: "Lamp", tracker: undefined });
    }
    answer = "Remove Site";
    await removeSite(dependencies, undefined);
    assert.deepEqual(memory.keys(), ["recentlyOpened https://b.example/api 42"]);
  });

  it("are no word in the question where there are none", async () => {
    await removeSite(dependencies, undefined);
    assert.match(asked[0] ?? "", /account preferences\. \| Remove Site$/);
  });

  it("are discarded from the tree after a question", async () => {
    await keepSome();
    const target = { siteApi: api, subject: about(api, 1, "42") };
    await discardDraft(drafts, target);
    assert.match(asked[0] ?? "", /^Discard what you typed into #1 Lamp is dark\? \| 1 change .* \| Discard$/);
    assert.equal((await left()).length, 4);
    answer = "Discard";
    await discardDraft(drafts, target);
    await discardDraft(drafts, target);
    assert.deepEqual(await left(), ["42 2", "42 9", "7 3"]);
    assert.equal(asked.length, 2);
  });
});

describe("the badge of the view", () => {
  it("counts, and goes with the last draft", () => {
    assert.deepEqual(
      [0, 1, 2].map((count) => draftBadge(count)),
      [undefined, { value: 1, tooltip: "1 unsent draft" }, { value: 2, tooltip: "2 unsent drafts" }],
    );
  });
});
