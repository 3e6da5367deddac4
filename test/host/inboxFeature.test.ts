import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EventEmitter, type TreeView } from "vscode";
import { createInboxFeature } from "../../src/features/inbox/feature.ts";
import type { InboxNode } from "../../src/features/inbox/inboxItems.ts";
import type { ArtifactInboxChange, ShownArtifact } from "../../src/model/inbox.ts";
import type { Services } from "../../src/services.ts";
import { Emitter } from "../../src/store/emitter.ts";
import { FollowedArtifacts } from "../../src/store/inbox/followedArtifacts.ts";
import { InboxFiles } from "../../src/store/inbox/inboxFiles.ts";
import { assertEventually } from "../support/wait.ts";
import { FakeQuickInputs } from "./fakeQuickInputs.ts";

const siteApi = "https://a.example/api";
const account = { id: "42", name: "Tom" };
const now = Date.now();

function createChange(artifactId: number): ArtifactInboxChange {
  const at = now - 60_000;
  return {
    artifactId,
    changesetId: artifactId,
    at,
    author: "Ann",
    title: "Lamp",
    tracker: "Lamps",
    actions: [],
  };
}

/** Counts reads, and lets choices wait before they are stored. */
class TestInboxFiles extends InboxFiles {
  loadCount = 0;
  storing: Promise<void> = Promise.resolve();

  override load(...args: Parameters<InboxFiles["load"]>): ReturnType<InboxFiles["load"]> {
    this.loadCount += 1;
    return super.load(...args);
  }

  override async updateChoices(...args: Parameters<InboxFiles["updateChoices"]>): Promise<boolean> {
    await this.storing;
    return super.updateChoices(...args);
  }
}

describe("inbox view", () => {
  let folder: string;
  let files: TestInboxFiles;
  let feature: Awaited<ReturnType<typeof createInboxFeature>>;
  let view: Partial<{ -readonly [Name in keyof TreeView<InboxNode>]: TreeView<InboxNode>[Name] }>;
  const onDidShowArtifact = new Emitter<ShownArtifact>();
  const onDidChangeRows = new EventEmitter<undefined>();
  const followedArtifacts = new FollowedArtifacts();
  const disposables: { dispose(): unknown }[] = [];
  /** The last rows that VS Code has requested. */
  let rows: readonly InboxNode[] = [];

  function getStates(): readonly (string | undefined)[] {
    return rows.map(({ item }) => item.contextValue);
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "inbox-view-"));
    files = new TestInboxFiles({ folder, isSignedIn: () => Promise.resolve(true) });
    const progress = { loadedUntil: now, changesSince: now };
    await files.addChanges({ siteApi, accountId: account.id }, [1, 2, 3].map(createChange), progress);
    const site = { api: siteApi, label: "Demo" };
    const services = {
      sites: { list: () => [site], find: () => site },
      accounts: { current: () => Promise.resolve({ account }) },
      catalog: { onDidForgetSite: new Emitter<string>() },
      connectivity: { onDidChange: new Emitter(), isKnownOffline: () => true },
      errorHandler: { runInBackground: (_title: string, action: () => Promise<void>) => void action() },
      globalState: { update: () => Promise.resolve() },
      inboxFiles: () => Promise.resolve(files),
      addDisposable: (disposable: { dispose(): unknown }) => void disposables.push(disposable),
      features: {},
      followedArtifacts,
      onDidShowArtifact,
    } as unknown as Services;
    view = { visible: true, selection: [], onDidChangeVisibility: () => ({ dispose: () => undefined }) };
    feature = await createInboxFeature(services, view as TreeView<InboxNode>, onDidChangeRows);
    rows = await feature.getNodes();
    onDidChangeRows.event(() => {
      void feature.getNodes().then((nodes) => {
        rows = nodes;
      });
    });
  });
  after(async () => {
    for (const disposable of disposables) disposable.dispose();
    onDidChangeRows.dispose();
    await rm(folder, { recursive: true });
  });

  it("reads the stored files once for rows, badge and menus", async () => {
    assert.equal(files.loadCount, 1);
    assert.equal(view.badge?.value, 3);
    onDidShowArtifact.fire({ siteApi, artifactId: 3, seenUntil: now });
    await assertEventually(() => {
      assert.equal(view.badge?.value, 2);
      assert.deepEqual(getStates(), ["inboxEntry.read", "inboxEntry.unread", "inboxEntry.unread"]);
      return Promise.resolve();
    });
    assert.equal(files.loadCount, 2);
  });

  it("shows all rows as read before this is stored", async () => {
    let store: () => void = () => undefined;
    files.storing = new Promise((resolve) => {
      store = resolve;
    });
    const marked = feature.markAllRead();
    await assertEventually(() => {
      assert.equal(view.badge, undefined);
      assert.deepEqual([...new Set(getStates())], ["inboxEntry.read"]);
      return Promise.resolve();
    });
    store();
    await marked;
    const { choices } = await files.load({ siteApi, accountId: account.id });
    assert.deepEqual(choices.get(2), { seenChangesetId: 2 });
  });

  it("says so if a command got no row because the list was refreshed", async () => {
    const inputs = new FakeQuickInputs();
    try {
      for (const command of ["open", "markRead", "snooze", "follow", "stopFollowing"] as const) {
        inputs.messages.length = 0;
        // VS Code passes both arguments in any case.
        await feature[command](undefined, undefined);
        assert.deepEqual(inputs.messages, ["The list was being refreshed. Try again."], command);
      }
    } finally {
      inputs.close();
    }
  });
});
