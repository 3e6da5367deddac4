import { type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { measureKeystroke } from "../measureKeystroke.ts";
import { withForms } from "../withForms.ts";
import { roundFigures } from "../roundFigures.ts";
import type { Figures, Scale } from "../scale.ts";

/** Artifacts of several trackers, with all field types, a workflow, test steps and links. */
const artifactIds = [1, 3, 49, 126, 203, 285];

/** Requests to open a form, and time of a key press in a large one. */
export async function measure(scale: Scale): Promise<Figures> {
  return roundFigures({
    "open.requests": await withSimulator(countMaxRequests),
    "keystroke.ms": await measureKeystroke(scale),
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

/** Maximum number of requests to load the fields and the newest history of a form. */
function countMaxRequests(server: Simulator): Promise<number> {
  return withForms(server.url, server.accounts.member, async ({ forms, site, createSubject }) => {
    const counts: number[] = [];
    for (const artifactId of artifactIds) {
      const before = server.requests.length;
      const { session, release } = forms.open(site, createSubject(artifactId));
      await session.load(undefined, new AbortController().signal);
      if (session.base === undefined) throw new Error(`#${artifactId} was not loaded.`);
      const history = forms.createHistory(site, session.base);
      await history?.loadNewest();
      if (history?.entries[0] === undefined) throw new Error(`#${artifactId} has no history.`);
      await release();
      counts.push(server.requests.length - before);
    }
    return Math.max(...counts);
  });
}
