import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { discardDataOfChangedSites } from "../../src/features/connect/register.ts";
import { deleteSiteData, removeSite, signOut } from "../../src/features/connect/signOut.ts";
import { countDraftsOfSignedInAccounts, createDraftBadge } from "../../src/features/tree/badges.ts";
import { confirmAndDiscardDrafts } from "../../src/features/tree/draftItems.ts";
import type { CommandArguments } from "../../src/protocol/commandArguments.ts";
import type { Features, Services } from "../../src/services.ts";
import { DraftStore } from "../../src/store/draftStore.ts";
import { InboxFiles } from "../../src/store/inbox/inboxFiles.ts";
import type { StoredDraft } from "../../src/store/storedDraft.ts";
import {
  KeyExpiryStore,
  PlainHttpConsents,
  RemovedSiteDetector,
  SignedInSites,
} from "../../src/store/mementos.ts";
import { KnownKanbans } from "../../src/store/knownKanbans.ts";
import { CurrentUser } from "../../src/store/queries/currentUser.ts";
import { RecentArtifacts } from "../../src/store/queries/recentArtifacts.ts";
import { SvnRepositories } from "../../src/store/svn/svnRepositories.ts";
import { createSavedChange, SavedChanges } from "../../src/store/triage/savedChanges.ts";
import { CommandRegistry } from "../../src/vscode/commandRegistry.ts";
import { ErrorHandler } from "../../src/vscode/errorHandler.ts";
import { Log } from "../../src/vscode/log.ts";
import { createTestStore, type TestStore } from "../support/fixtures/testStore.ts";
import { createMemento } from "../unit/store/queries/queryFixture.ts";
import { createSubject, createStoredDraft } from "../unit/tree/storedDrafts.ts";

const minute = 60_000;

describe("signing out and removing sites", () => {
  const api = "https://a.example/api";
  const otherSiteSubject = createSubject("https://b.example/api", 9, "42");
  const log = new Log("Drafts under test");
  const prompts: string[] = [];
  const { showWarningMessage, showInformationMessage } = vscode.window;
  let buttonToPress: string | undefined;
  let now = Date.now();
  let memento: ReturnType<typeof createMemento>;
  let folder: string;
  let drafts: DraftStore;
  let store: TestStore;
  let services: Services;

  async function storeDraft(draft: StoredDraft): Promise<void> {
    const claim = await drafts.claim(draft.subject);
    assert.ok(claim.kind === "ours");
    await claim.file.write(draft);
  }

  async function listRemaining(): Promise<readonly string[]> {
    const storedDrafts = await drafts.list();
    return storedDrafts
      .map(({ subject }) => `${subject.accountId} ${subject.kind === "artifact" && subject.artifactId}`)
      .sort();
  }

  beforeEach(async () => {
    prompts.length = 0;
    buttonToPress = undefined;
    folder = await mkdtemp(join(tmpdir(), "artifacts-leaving-"));
    drafts = new DraftStore({ folder, process: process.pid, isRunning: () => true });
    store = createTestStore([{ url: "https://a.example", label: "Harbour" }]);
    await store.accounts.signIn(api, {
      account: { id: "42", name: "Nell" },
      credential: { kind: "basic", username: "nell", password: "secret" },
    });
    const errorHandler = new ErrorHandler(log, () => undefined);
    memento = createMemento();
    const [currentUser, recentlyOpened] = [new CurrentUser(memento), new RecentArtifacts(memento)];
    const repositories = new SvnRepositories(store.catalog, memento);
    const savedChanges = new SavedChanges({
      folder: join(folder, "changes"),
      isSignedIn: () => Promise.resolve(true),
    });
    const inboxFiles = new InboxFiles({
      folder: join(folder, "inbox"),
      isSignedIn: () => Promise.resolve(true),
    });
    services = {
      ...store,
      currentUser,
      recentlyOpened,
      plainHttpConsents: new PlainHttpConsents(memento),
      removedSites: new RemovedSiteDetector(memento, () => now),
      knownKanbans: () => Promise.resolve(new KnownKanbans(memento, () => undefined)),
      keyExpiries: new KeyExpiryStore(memento),
      signIns: new SignedInSites(memento),
      svnRepositories: () => Promise.resolve(repositories),
      savedChanges: () => Promise.resolve(savedChanges),
      inboxFiles: () => Promise.resolve(inboxFiles),
      drafts,
      offlineCacheFolder: join(folder, "last-seen"),
      errorHandler,
      commands: new CommandRegistry<CommandArguments>(errorHandler),
    } as Partial<Services> as Services;
    const showWarning = (
      message: string,
      options: vscode.MessageOptions,
      ...buttons: string[]
    ): Promise<unknown> => {
      prompts.push([message, options.detail, ...buttons].join(" | "));
      return Promise.resolve(buttonToPress);
    };
    Object.assign(vscode.window, {
      showWarningMessage: showWarning,
      showInformationMessage: () => Promise.resolve(undefined),
    });
  });
  afterEach(async () => {
    Object.assign(vscode.window, { showWarningMessage, showInformationMessage });
    drafts.dispose();
    await rm(folder, { recursive: true });
  });
  after(() => log.dispose());

  async function storeSomeDrafts(): Promise<void> {
    await storeDraft(createStoredDraft(createSubject(api, 1, "42")));
    await storeDraft(createStoredDraft(createSubject(api, 2, "42")));
    await storeDraft(createStoredDraft(createSubject(api, 3, "7")));
    await storeDraft(createStoredDraft(otherSiteSubject));
  }

  it("show no prompt if the account has no drafts on the site", async () => {
    await storeDraft(createStoredDraft(createSubject(api, 3, "7")));
    await storeDraft(createStoredDraft(otherSiteSubject));
    await signOut(services, undefined);
    assert.deepEqual(prompts, []);
    assert.equal(await store.accounts.current(api), undefined);
    assert.equal((await listRemaining()).length, 2);
  });

  it("discard loaded data even if the site is requested again before the change event", async () => {
    const forgottenSites: string[] = [];
    store.catalog.onDidForgetSite.event((each) => forgottenSites.push(each));
    const [site] = store.sites.list();
    assert.ok(site);
    const account = await store.catalog.getSite(site).getAccount();
    assert.equal(account?.id, "42");
    const { disconnect } = store.connections;
    // As a view does that shows the site.
    store.connections.disconnect = async (each) => {
      await disconnect.call(store.connections, each);
      await store.connections.connect(site);
    };
    await signOut(services, undefined);
    assert.ok(await store.connections.isUpToDate(api));
    assert.deepEqual(forgottenSites, [api]);
    assert.equal(await store.catalog.getSite(site).getAccount(), undefined);
  });

  it("keep or discard drafts as selected, or cancel signing out", async () => {
    await storeSomeDrafts();
    const question =
      "You have 2 drafts on Harbour. | Kept drafts stay on this machine and reappear when you sign in " +
      "with the same account. | Sign Out and Keep Drafts | Sign Out and Discard Drafts";
    await signOut(services, undefined);
    assert.deepEqual(prompts, [question]);
    const signedIn = await store.accounts.current(api);
    assert.ok(signedIn);

    buttonToPress = "Sign Out and Keep Drafts";
    const before = await drafts.list();
    await signOut(services, undefined);
    assert.equal(await store.accounts.current(api), undefined);
    assert.equal(await countDraftsOfSignedInAccounts(store, await drafts.list()), 0);
    await store.accounts.signIn(api, signedIn);
    assert.deepEqual(await drafts.list(), before);
    assert.equal(await countDraftsOfSignedInAccounts(store, await drafts.list()), 2);

    buttonToPress = "Sign Out and Discard Drafts";
    await signOut(services, undefined);
    assert.equal(await store.accounts.current(api), undefined);
    assert.deepEqual(await listRemaining(), ["42 9", "7 3"]);
  });

  it("keep drafts when a site is removed by default", async () => {
    await storeSomeDrafts();
    await removeSite(services, undefined);
    assert.match(
      prompts[0] ?? "",
      /3 drafts stay on this machine.* \| Remove Site \| Remove Site and Drafts$/s,
    );
    assert.equal(store.sites.list().length, 1);
    buttonToPress = "Remove Site";
    await removeSite(services, undefined);
    assert.equal(store.sites.list().length, 0);
    assert.equal((await listRemaining()).length, 4);
  });

  it("discard drafts with the site if selected", async () => {
    await storeSomeDrafts();
    buttonToPress = "Remove Site and Drafts";
    await removeSite(services, undefined);
    assert.deepEqual([store.sites.list(), await listRemaining()], [[], ["42 9"]]);
  });

  it("remove the stored data of the removed site", async () => {
    const { currentUser, recentlyOpened, knownKanbans, svnRepositories, sites } = services;
    const site = sites.find(api) ?? assert.fail();
    await (await svnRepositories()).remember(site, 7, { id: 3, name: "charts", address: undefined });
    const account = { id: "42", name: "Nell" };
    await currentUser.select(api, account, { id: 42, label: "Nell", username: "nell" });
    for (const site of [api, "https://b.example/api"]) {
      await recentlyOpened.add(site, account, { id: 1, title: "Lamp", tracker: undefined });
    }
    for (const owner of [account, undefined]) {
      await (
        await knownKanbans()
      ).add(api, owner, { id: 4, label: "Help desk", trackerId: 27, projectId: 7 });
    }
    buttonToPress = "Remove Site";
    await removeSite(services, undefined);
    assert.deepEqual(memento.keys(), ["recentlyOpened https://b.example/api 42"]);
  });

  it("remove the recently opened artifacts of the account", async () => {
    const { recentlyOpened } = services;
    const [nell, other] = [
      { id: "42", name: "Nell" },
      { id: "7", name: "Other" },
    ];
    for (const account of [nell, other]) {
      await recentlyOpened.add(api, account, { id: 1, title: "Lamp", tracker: undefined });
    }
    await signOut(services, undefined);
    assert.deepEqual(recentlyOpened.list(api, nell), []);
    assert.equal(recentlyOpened.list(api, other).length, 1);
  });

  it("remove the changes of the account that could be undone, and all of them with the site", async () => {
    const savedChanges = await services.savedChanges();
    const artifact = {
      id: 1,
      title: "Lamp",
      trackerId: 11,
      fields: [],
      hasComment: true,
      base: undefined,
      revision: undefined,
    };
    for (const accountId of ["42", "7"]) {
      await savedChanges.put(createSavedChange(api, accountId, [artifact]));
    }
    const countChanges = async (accountId: string): Promise<number> =>
      (await savedChanges.list(api, accountId)).length;
    await signOut(services, undefined);
    assert.deepEqual([await countChanges("42"), await countChanges("7")], [0, 1]);
    buttonToPress = "Remove Site";
    await removeSite(services, undefined);
    assert.equal(await countChanges("7"), 0);
  });

  it("remove the inbox of the account, and of all accounts with the site", async () => {
    const files = await services.inboxFiles();
    for (const accountId of ["42", "7"]) {
      const account = { siteApi: api, accountId };
      await files.addChanges(account, [], { loadedUntil: 1, changesSince: 1 });
      await files.updateChoices(account, new Map([[12, { follow: "following" }]]));
    }
    const isStored = async (accountId: string): Promise<boolean> => {
      const account = { siteApi: api, accountId };
      const { choices } = await files.load(account);
      return choices.size > 0 || (await files.loadProgress(account)) !== undefined;
    };
    await signOut(services, undefined);
    assert.deepEqual([await isStored("42"), await isStored("7")], [false, true]);
    buttonToPress = "Remove Site";
    await removeSite(services, undefined);
    assert.equal(await isStored("7"), false);
  });

  it("delete all data except drafts ten minutes after a site was removed from the settings", async () => {
    await storeSomeDrafts();
    const { recentlyOpened } = services;
    await recentlyOpened.add(api, { id: "42", name: "Nell" }, { id: 1, title: "Lamp", tracker: undefined });
    const forgotten: string[] = [];
    const activate = async (): Promise<void> => {
      const done = new Promise<void>((resolve) => {
        const { removedSites } = services;
        const update: RemovedSiteDetector["update"] = async (present, stored) => {
          const outcome = await removedSites.update(present, stored);
          if (outcome.removed.length === 0) resolve();
          return outcome;
        };
        const connect: Partial<Features["connect"]> = {
          deleteSiteData: async (removed) => {
            forgotten.push(removed);
            await deleteSiteData(services, removed);
            resolve();
          },
        };
        discardDataOfChangedSites({
          ...services,
          secrets: { onDidChange: () => ({ dispose: () => undefined }) } as unknown as vscode.SecretStorage,
          removedSites: { update } as RemovedSiteDetector,
          features: { connect } as Features,
        }).dispose();
      });
      await done;
    };
    const isSignedIn = async (): Promise<boolean> => (await store.accounts.current(api)) !== undefined;

    await activate();
    assert.ok(await isSignedIn(), "the site is still in the settings");
    await store.sites.remove(api);
    await activate();
    now += 9 * minute;
    await activate();
    assert.ok(await isSignedIn(), "the entry may be restored");
    now += minute;
    await activate();
    assert.deepEqual(forgotten, [api]);
    assert.ok(!(await isSignedIn()));
    assert.deepEqual(memento.keys(), []);
    assert.equal((await listRemaining()).length, 4);

    // Restoring the entry doesn't sign in.
    await store.sites.add(api, undefined);
    assert.ok(!(await isSignedIn()));
  });

  it("don't mention drafts if there are none", async () => {
    await removeSite(services, undefined);
    assert.match(prompts[0] ?? "", /account preferences on the server\. \| Remove Site$/);
  });

  it("discard drafts from the tree after confirmation", async () => {
    await storeSomeDrafts();
    const target = { siteApi: api, subject: createSubject(api, 1, "42") };
    await confirmAndDiscardDrafts(drafts, [target]);
    assert.match(prompts[0] ?? "", /^Discard your draft of #1 Lamp is dark\? \| 1 change .* \| Discard$/);
    assert.equal((await listRemaining()).length, 4);
    buttonToPress = "Discard";
    await confirmAndDiscardDrafts(drafts, [target]);
    await confirmAndDiscardDrafts(drafts, [target]);
    assert.deepEqual(await listRemaining(), ["42 2", "42 9", "7 3"]);
    assert.equal(prompts.length, 2);
  });
});

describe("createDraftBadge", () => {
  it("shows the number of drafts, or nothing without drafts", () => {
    assert.deepEqual(
      [0, 1, 2].map((count) => createDraftBadge(count)),
      [undefined, { value: 1, tooltip: "1 draft" }, { value: 2, tooltip: "2 drafts" }],
    );
  });
});
