import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Inbox } from "../../src/store/inbox/inbox.ts";
import { InboxFiles } from "../../src/store/inbox/inboxFiles.ts";
import { CurrentUser } from "../../src/store/queries/currentUser.ts";
import { RecentArtifacts } from "../../src/store/queries/recentArtifacts.ts";
import { SavedChanges } from "../../src/store/triage/savedChanges.ts";
import { startSimulator } from "../simulator/simulator.ts";
import { createTestStore, signIn } from "../support/fixtures/testStore.ts";

const emptyMemento = { keys: () => [], get: () => undefined, update: () => Promise.resolve() };
const minuteMs = 60_000;

/** Requests of a refresh of the inbox while nothing changes, although the last change is a bulk edit of a whole page. */
export async function countIdleInboxRequests(): Promise<number> {
  const server = await startSimulator({ dialect: "product" });
  const folder = await mkdtemp(join(tmpdir(), "bench-inbox-"));
  const store = createTestStore([{ url: server.url, label: "Demo" }]);
  try {
    const [site] = store.sites.list();
    if (site === undefined) throw new Error("The site is missing.");
    const { member } = server.accounts;
    await signIn(store, site.api, member);
    const isSignedIn = (): Promise<boolean> => Promise.resolve(true);
    const now = (): number => server.clock.now();
    const inbox = new Inbox({
      files: new InboxFiles({ folder, isSignedIn, now }),
      catalog: store.catalog,
      currentUser: new CurrentUser(emptyMemento),
      recentlyOpened: new RecentArtifacts(emptyMemento),
      savedChanges: () => Promise.resolve(new SavedChanges({ folder, isSignedIn })),
      getAccount: () => Promise.resolve({ id: String(member.id), name: member.realName }),
      now,
    });
    const { client } = await store.catalog.getSite(site).connect();
    const page = await client.myArtifacts("assigned", { offset: 0, limit: 60 });
    for (const item of page?.items ?? []) {
      if (item.kind !== "artifact") continue;
      const comment = { body: "Changed", format: "text" } as const;
      server.updateArtifact(item.id, { by: server.accounts.admin, values: [], comment });
    }
    const { signal } = new AbortController();
    for (let round = 0; round < 2; round += 1) {
      server.clock.advance(5 * minuteMs);
      const result = await inbox.refresh(site, signal);
      if (result?.state.kind !== "loaded") throw new Error("The inbox can't be refreshed.");
    }
    server.clock.advance(5 * minuteMs);
    const before = server.requests.length;
    await inbox.refresh(site, signal);
    return server.requests.length - before;
  } finally {
    await store.connections.close();
    await server.close();
    await rm(folder, { recursive: true });
  }
}
