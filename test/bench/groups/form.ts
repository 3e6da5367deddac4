import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Subject } from "../../../src/model/subject.ts";
import { Drafts, thisProcess } from "../../../src/store/drafts.ts";
import { Forms } from "../../../src/store/forms.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { openStore, signIn } from "../../support/openStore.ts";
import { keystrokeMs } from "../formKeystroke.ts";
import { rounded } from "../rounded.ts";
import { forgetful } from "../../support/svnForms.ts";

/** Artifacts of several trackers: with every type of field, a workflow, steps, links. */
const opened = [1, 3, 49, 126, 203, 285];

/** What it takes to open a form, and to type into a large one. */
export async function measure(): Promise<Readonly<Record<string, number>>> {
  return rounded({
    "open.requests": await withSimulator(mostRequests),
    "keystroke.ms": await keystrokeMs(),
  });
}

async function withSimulator<T>(use: (server: Simulator) => Promise<T>): Promise<T> {
  const server = await startSimulator({ dialect: "product" });
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

/** The most requests that any of the forms takes until its fields and the newest page of its history are there. */
async function mostRequests(server: Simulator): Promise<number> {
  const store = openStore([{ url: server.url }]);
  const [site] = store.sites.list();
  if (site === undefined) throw new Error("The site is not in the settings.");
  const { member } = server.accounts;
  await signIn(store, site.api, member);
  const folder = await mkdtemp(join(tmpdir(), "artifacts-bench-"));
  const drafts = new Drafts({ folder, ...thisProcess });
  const siteAt = (api: string) => store.sites.find(api);
  const forms = new Forms({ ...store, drafts, siteAt, now: Date.now, svn: forgetful });
  try {
    const counts: number[] = [];
    for (const artifactId of opened) {
      const before = server.requests.length;
      const subject: Subject = {
        kind: "artifact",
        siteApi: site.api,
        accountId: String(member.id),
        artifactId,
      };
      const { editing, release } = forms.hold(site, subject);
      await editing.load(undefined, new AbortController().signal);
      if (editing.base === undefined) throw new Error(`#${artifactId} was not read.`);
      const history = forms.history(site, editing.base);
      await history?.readNewest();
      if (history?.entries[0] === undefined) throw new Error(`#${artifactId} has no history.`);
      await release();
      counts.push(server.requests.length - before);
    }
    return Math.max(...counts);
  } finally {
    drafts.dispose();
    await store.connections.close();
    await rm(folder, { recursive: true });
  }
}
