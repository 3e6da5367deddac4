// Every fault that the simulator knows, by a name that a person can type.
import type { Fault } from "../simulator/faults.ts";

type Kind = Fault["kind"];

/** Somebody else gets in first; what they do depends on the journey. */
type Known = Exclude<Fault, { kind: "meanwhile" }> | { readonly kind: "meanwhile" };

function refusal(status: number, headers: Readonly<Record<string, string>> = {}): Known {
  return { kind: "status", status, headers };
}

/** A kind that is missing here does not compile. */
const byKind: Readonly<Record<Kind, Readonly<Record<string, Known>>>> = {
  status: {
    "400": refusal(400),
    "401": refusal(401),
    "403": refusal(403),
    "404": refusal(404),
    "412": refusal(412),
    "429": refusal(429, { "Retry-After": "1" }),
    // As a platform answers whose database is down.
    "500": { kind: "status", status: 500, body: "", contentType: "text/html" },
    "503": refusal(503, { "Retry-After": "1" }),
    redirect: refusal(302, { Location: "http://127.0.0.1:9/elsewhere" }),
  },
  html: { html: { kind: "html" } },
  badGateway: { badGateway: { kind: "badGateway" } },
  brokenJson: { brokenJson: { kind: "brokenJson" } },
  hang: { hang: { kind: "hang" } },
  drop: {
    dropBefore: { kind: "drop", when: "before" },
    dropDuring: { kind: "drop", when: "during" },
    dropAfter: { kind: "drop", when: "after" },
  },
  cutBody: { cutBody: { kind: "cutBody", bytes: 1000 } },
  truncated: { truncated: { kind: "truncated" } },
  wrongLength: { tooLong: { kind: "wrongLength", by: 7 }, tooShort: { kind: "wrongLength", by: -7 } },
  delay: { delay: { kind: "delay", ms: 15 } },
  trickle: { trickle: { kind: "trickle", bytes: 8192, ms: 1 } },
  corruptBase64: { corruptBase64: { kind: "corruptBase64" } },
  chunkLength: {
    chunkTooLong: { kind: "chunkLength", by: 3 },
    chunkTooShort: { kind: "chunkLength", by: -3 },
  },
  stale: { stale: { kind: "stale" } },
  meanwhile: { meanwhile: { kind: "meanwhile" } },
};

const byName: ReadonlyMap<string, Known> = new Map(
  Object.values(byKind).flatMap((named) => Object.entries(named)),
);

export const faultNames: readonly string[] = [...byName.keys()];

export function faultNamed(name: string, meanwhile: () => void): Fault {
  const known = byName.get(name);
  if (known === undefined) throw new Error(`There is no fault ${name}: ${faultNames.join(", ")}.`);
  return known.kind === "meanwhile" ? { kind: "meanwhile", act: meanwhile } : known;
}
