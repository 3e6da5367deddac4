import { join } from "node:path";
import type { Editing } from "../../../src/store/editing.ts";
import { startSimulator } from "../../simulator/simulator.ts";
import { fieldNamed, line, type } from "../../support/fixtures/formFixture.ts";
import { withForms } from "../forms.ts";
import { median } from "../median.ts";
import { rounded } from "../rounded.ts";
import { type Figures, type Scale, sized } from "../scale.ts";
import { withSite } from "../site.ts";

const artifactId = 1;
const delayMs = 50;
const { signal } = new AbortController();

type Person = Parameters<typeof withForms>[1];

/** One changed field, from the wish to save it to the form that shows what the server holds. */
export async function measure(scale: Scale): Promise<Figures> {
  const rounds = sized(scale, { full: 15, smallest: 1 });
  const near = await roundTripMs(0, rounds);
  const far = await roundTripMs(delayMs, rounds);
  return rounded({
    requests: await requests(),
    "at0ms.roundTripMs": near,
    "at50ms.roundTripMs": far,
    delaysInARow: (far - near) / delayMs,
  });
}

async function requests(): Promise<number> {
  const server = await startSimulator({ dialect: "product" });
  try {
    return await withForm(server.url, server.accounts.admin, async (editing) => {
      const before = server.requests.length;
      await save(editing, "Counted");
      return server.requests.length - before;
    });
  } finally {
    await server.close();
  }
}

function roundTripMs(latency: number, rounds: number): Promise<number> {
  const program = join(import.meta.dirname, "..", "tickingServer.ts");
  return withSite([program, String(latency)], ({ api }, announcement) => {
    const { admin } = (announcement as { readonly accounts: { readonly admin: Person } }).accounts;
    return withForm(api.replace(/\/api$/, ""), admin, async (editing) => {
      // Once unmeasured, to load and to connect.
      await save(editing, "Warm");
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) times.push(await save(editing, `Round ${round}`));
      return median(times);
    });
  });
}

function withForm<Result>(
  url: string,
  person: Person,
  work: (editing: Editing) => Promise<Result>,
): Promise<Result> {
  return withForms(url, person, async ({ forms, site, subject }) => {
    const { editing, release } = forms.hold(site, subject(artifactId));
    await editing.load(undefined, signal);
    const result = await work(editing);
    await release();
    return result;
  });
}

/** Milliseconds until it is saved and read again. */
async function save(editing: Editing, title: string): Promise<number> {
  type(editing, "title", line(title));
  const before = performance.now();
  const { kind } = await editing.save("checked", signal);
  const ms = performance.now() - before;
  const { base } = fieldNamed(editing, "title");
  const isThere = base?.kind === "line" && base.text === title;
  if (kind !== "saved" || !isThere) throw new Error(`It ended with ${kind}.`);
  return ms;
}
