import { type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { keystrokeMs } from "../formKeystroke.ts";
import { withForms } from "../forms.ts";
import { rounded } from "../rounded.ts";
import type { Figures, Scale } from "../scale.ts";

/** Artifacts of several trackers: with every type of field, a workflow, steps, links. */
const opened = [1, 3, 49, 126, 203, 285];

/** What it takes to open a form, and to type into a large one. */
export async function measure(scale: Scale): Promise<Figures> {
  return rounded({
    "open.requests": await withSimulator(mostRequests),
    "keystroke.ms": await keystrokeMs(scale),
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
function mostRequests(server: Simulator): Promise<number> {
  return withForms(server.url, server.accounts.member, async ({ forms, site, subject }) => {
    const counts: number[] = [];
    for (const artifactId of opened) {
      const before = server.requests.length;
      const { editing, release } = forms.hold(site, subject(artifactId));
      await editing.load(undefined, new AbortController().signal);
      if (editing.base === undefined) throw new Error(`#${artifactId} was not read.`);
      const history = forms.history(site, editing.base);
      await history?.readNewest();
      if (history?.entries[0] === undefined) throw new Error(`#${artifactId} has no history.`);
      await release();
      counts.push(server.requests.length - before);
    }
    return Math.max(...counts);
  });
}
