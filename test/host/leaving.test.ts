import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { watchSites } from "../../src/features/connect/register.ts";
import { forgetSite, removeSite, signOut } from "../../src/features/connect/signOut.ts";
import { countOfPresent, draftBadge } from "../../src/features/tree/badges.ts";
import { discardDrafts } from "../../src/features/tree/draftItem.ts";
import type { CommandArguments } from "../../src/protocol/commands.ts";
import type { Features, Services } from "../../src/services.ts";
import { Drafts } from "../../src/store/drafts.ts";
import type { KeptDraft } from "../../src/store/keptDraft.ts";
import { KeyDates, PlainHttpConsents, RemovedSites, SignIns } from "../../src/store/mementos.ts";
import { Me } from "../../src/store/queries/currentUser.ts";
import { RecentlyOpened } from "../../src/store/queries/recent.ts";
import { SvnRepositories } from "../../src/store/svn/repositories.ts";
import { Commands } from "../../src/vscode/commands.ts";
import { Boundary } from "../../src/vscode/errorHandler.ts";
import { Log } from "../../src/vscode/log.ts";
import { openStore, type Store } from "../support/fixtures/openStore.ts";
import { memoryInProcess } from "../unit/store/queries/stage.ts";
import { about, typed } from "../unit/tree/keptDrafts.ts";

const minute = 60_000;

describe("drafts of someone who leaves", () => {
  const api = "https://a.example/api";
  const elsewhere = about("https://b.example/api", 9, "42");
  const log = new Log("Drafts under test");
  const asked: string[] = [];
  const { showWarningMessage, showInformationMessage } = vscode.window;
  let answer: string | undefined;
  let now = Date.now();
  let memory: ReturnType<typeof memoryInProcess>;
  let folder: string;
  let drafts: Drafts;
  let store: Store;
  let services: Services;

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
    services = {
      ...store,
      me,
      recent,
      plainHttpConsents: new PlainHttpConsents(memory),
      removedSites: new RemovedSites(memory, () => now),
      keyDates: new KeyDates(memory),
      signIns: new SignIns(memory),
      repositories: () => Promise.resolve(repositories),
      drafts,
      lastSeenFolder: join(folder, "last-seen"),
      boundary,
      commands: new Commands<CommandArguments>(boundary),
    } as Partial<Services> as Services;
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
    await signOut(services, undefined);
    assert.deepEqual(asked, []);
    assert.equal(await store.accounts.current(api), undefined);
    assert.equal((await left()).length, 2);
  });

  it("are no longer shown, also where the site was asked again before the change was heard of", async () => {
    const told: string[] = [];
    store.catalog.forgotten.listen((each) => told.push(each));
    const [site] = store.sites.list();
    assert.ok(site);
    const account = await store.catalog.of(site).account();
    assert.equal(account?.id, "42");
    const { drop } = store.connections;
    // As a window does that shows something of the site.
    store.connections.drop = async (each) => {
      await drop.call(store.connections, each);
      await store.connections.to(site);
    };
    await signOut(services, undefined);
    assert.ok(await store.connections.isCurrent(api));
    assert.deepEqual(told, [api]);
    assert.equal(await store.catalog.of(site).account(), undefined);
  });

  it("are kept or discarded at signing out, as one says, or one stays", async () => {
    await keepSome();
    const question =
      "You have 2 unsent drafts on Harbour. | What is kept stays on this machine and comes back when you sign in " +
      "with the same account. | Sign Out and Keep Drafts | Sign Out and Discard Drafts";
    await signOut(services, undefined);
    assert.deepEqual(asked, [question]);
    const signedIn = await store.accounts.current(api);
    assert.ok(signedIn);

    answer = "Sign Out and Keep Drafts";
    const before = await drafts.list();
    await signOut(services, undefined);
    assert.equal(await store.accounts.current(api), undefined);
    assert.equal(await countOfPresent(store, await drafts.list()), 0);
    await store.accounts.signIn(api, signedIn);
    assert.deepEqual(await drafts.list(), before);
    assert.equal(await countOfPresent(store, await drafts.list()), 2);

    answer = "Sign Out and Discard Drafts";
    await signOut(services, undefined);
    assert.equal(await store.accounts.current(api), undefined);
    assert.deepEqual(await left(), ["42 9", "7 3"]);
  });

  it("stay when a site is removed, unless they are to go with it", async () => {
    await keepSome();
    await removeSite(services, undefined);
    assert.match(
      asked[0] ?? "",
      /3 drafts that you have not sent stay.* \| Remove Site \| Remove Site and Drafts$/s,
    );
    assert.equal(store.sites.list().length, 1);
    answer = "Remove Site";
    await removeSite(services, undefined);
    assert.equal(store.sites.list().length, 0);
    assert.equal((await left()).length, 4);
  });

  it("go with the site if one says so", async () => {
    await keepSome();
    answer = "Remove Site and Drafts";
    await removeSite(services, undefined);
    assert.deepEqual([store.sites.list(), await left()], [[], ["42 9"]]);
  });

  it("leave nothing behind of who one is there, nor of what was opened or made there", async () => {
    const { me, recent, repositories, sites } = services;
    const site = sites.find(api) ?? assert.fail();
    await (await repositories()).remember(site, 7, { id: 3, name: "charts", address: undefined });
    const account = { id: "42", name: "Nell" };
    await me.say(api, account, { id: 42, label: "Nell", username: "nell" });
    for (const site of [api, "https://b.example/api"]) {
      await recent.note(site, account, { id: 1, title: "Lamp", tracker: undefined });
    }
    answer = "Remove Site";
    await removeSite(services, undefined);
    assert.deepEqual(memory.keys(), ["recentlyOpened https://b.example/api 42"]);
  });

  it("forget titles of what was opened along with the account", async () => {
    const { recent } = services;
    const [nell, other] = [
      { id: "42", name: "Nell" },
      { id: "7", name: "Other" },
    ];
    for (const account of [nell, other]) {
      await recent.note(api, account, { id: 1, title: "Lamp", tracker: undefined });
    }
    await signOut(services, undefined);
    assert.deepEqual(recent.list(api, nell), []);
    assert.equal(recent.list(api, other).length, 1);
  });

  it("are all that is left of a site whose entry was removed from the settings by hand ten minutes ago", async () => {
    await keepSome();
    const { recent } = services;
    await recent.note(api, { id: "42", name: "Nell" }, { id: 1, title: "Lamp", tracker: undefined });
    const forgotten: string[] = [];
    const activate = async (): Promise<void> => {
      const done = new Promise<void>((resolve) => {
        const { removedSites } = services;
        const update: RemovedSites["update"] = async (present, kept) => {
          const outcome = await removedSites.update(present, kept);
          if (outcome.removed.length === 0) resolve();
          return outcome;
        };
        const connect: Partial<Features["connect"]> = {
          forgetSite: async (removed) => {
            forgotten.push(removed);
            await forgetSite(services, removed);
            resolve();
          },
        };
        watchSites({
          ...services,
          secrets: { onDidChange: () => ({ dispose: () => undefined }) } as unknown as vscode.SecretStorage,
          removedSites: { update } as RemovedSites,
          features: { connect } as Features,
        }).dispose();
      });
      await done;
    };
    const isSignedIn = async (): Promise<boolean> => (await store.accounts.current(api)) !== undefined;

    await activate();
    assert.ok(await isSignedIn(), "nothing was removed");
    await store.sites.remove(api);
    await activate();
    now += 9 * minute;
    await activate();
    assert.ok(await isSignedIn(), "the entry may come back");
    now += minute;
    await activate();
    assert.deepEqual(forgotten, [api]);
    assert.ok(!(await isSignedIn()));
    assert.deepEqual(memory.keys(), []);
    assert.equal((await left()).length, 4);

    // Putting it back signs nobody in.
    await store.sites.add(api, undefined);
    assert.ok(!(await isSignedIn()));
  });

  it("are no word in the question where there are none", async () => {
    await removeSite(services, undefined);
    assert.match(asked[0] ?? "", /account preferences\. \| Remove Site$/);
  });

  it("are discarded from the tree after a question", async () => {
    await keepSome();
    const target = { siteApi: api, subject: about(api, 1, "42") };
    await discardDrafts(drafts, [target]);
    assert.match(asked[0] ?? "", /^Discard what you typed into #1 Lamp is dark\? \| 1 change .* \| Discard$/);
    assert.equal((await left()).length, 4);
    answer = "Discard";
    await discardDrafts(drafts, [target]);
    await discardDrafts(drafts, [target]);
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
