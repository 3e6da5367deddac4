import assert from "node:assert/strict";
import { join } from "node:path";
import { startSimulator } from "../../simulator/simulator.ts";
import { createLineInput } from "../../support/fixtures/formFixture.ts";
import { withForms } from "../withForms.ts";
import { getUsualTime } from "../statistics.ts";
import { roundFigures } from "../roundFigures.ts";
import { type Figures, type Scale, pickByScale } from "../scale.ts";
import { withServer } from "../benchSite.ts";

const firstArtifactId = 1;
const delayMs = 50;
const { signal } = new AbortController();

type Account = Parameters<typeof withForms>[1];
type FormsContext = Parameters<Parameters<typeof withForms>[2]>[0];

/** Time from Save of one changed field until the form shows that it is saved, and until the save is checked. */
export async function measure(scale: Scale): Promise<Figures> {
  const rounds = pickByScale(scale, { full: 15, smallest: 1 });
  const withoutDelay = await measureRoundTrip(0, rounds);
  const withDelay = await measureRoundTrip(delayMs, rounds);
  return roundFigures({
    requests: await countRequests(),
    "at0ms.untilSavedMs": withoutDelay.saved,
    "at50ms.untilSavedMs": withDelay.saved,
    delaysUntilSaved: (withDelay.saved - withoutDelay.saved) / delayMs,
    "at0ms.roundTripMs": withoutDelay.checked,
    "at50ms.roundTripMs": withDelay.checked,
    delaysInARow: (withDelay.checked - withoutDelay.checked) / delayMs,
  });
}

async function countRequests(): Promise<number> {
  const server = await startSimulator({ dialect: "product" });
  try {
    return await withForms(server.url, server.accounts.admin, async (context) => {
      let before = 0;
      await saveTitle(context, firstArtifactId, () => {
        before = server.requests.length;
      });
      return server.requests.length - before;
    });
  } finally {
    await server.close();
  }
}

/** Milliseconds after Save. */
interface SaveTimes {
  readonly saved: number;
  readonly checked: number;
}

function measureRoundTrip(latency: number, rounds: number): Promise<SaveTimes> {
  const program = join(import.meta.dirname, "..", "tickingServer.ts");
  return withServer([program, String(latency)], ({ api }, info) => {
    const { admin } = (info as { readonly accounts: { readonly admin: Account } }).accounts;
    return withForms(api.replace(/\/api$/, ""), admin, async (context) => {
      // The first, untimed save loads code and connects.
      await saveTitle(context, firstArtifactId);
      const times: SaveTimes[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        times.push(await saveTitle(context, firstArtifactId + round));
      }
      return {
        saved: getUsualTime(times.map(({ saved }) => saved)),
        checked: getUsualTime(times.map(({ checked }) => checked)),
      };
    });
  });
}

/** Saves the title of a form that was just opened. */
async function saveTitle(
  { forms, site, createSubject }: FormsContext,
  artifactId: number,
  onSave: () => void = () => undefined,
): Promise<SaveTimes> {
  const { session, release } = forms.open(site, createSubject(artifactId));
  await session.load(undefined, signal);
  const title = `Title ${artifactId}`;
  const titleField = session.base?.form.promoted.title ?? assert.fail(`${artifactId} has no title`);
  session.edit({ target: titleField, input: createLineInput(title), step: "begin" }, 1);
  await session.prepareSave(signal);
  onSave();
  const before = performance.now();
  const { kind } = await session.save("checked", signal);
  const saved = performance.now() - before;
  await session.whenChecked();
  const checked = performance.now() - before;
  const isSaved = session.base?.title === title;
  if (kind !== "saved" || !isSaved) throw new Error(`The save ended with ${kind}.`);
  await release();
  return { saved, checked };
}
