// All faults of the simulator, by the names that `--only` takes.
import type { Fault } from "../simulator/faults.ts";

type FaultKind = Fault["kind"];

/** The scenario supplies the concurrent change. */
type NamedFault = Exclude<Fault, { kind: "concurrentChange" }> | { readonly kind: "concurrentChange" };

function createStatusFault(status: number, headers: Readonly<Record<string, string>> = {}): NamedFault {
  return { kind: "status", status, headers };
}

/** Typed by fault kind, so that a missing kind does not compile. */
const faultsByKind: Readonly<Record<FaultKind, Readonly<Record<string, NamedFault>>>> = {
  status: {
    "400": createStatusFault(400),
    "401": createStatusFault(401),
    "403": createStatusFault(403),
    "404": createStatusFault(404),
    "412": createStatusFault(412),
    "429": createStatusFault(429, { "Retry-After": "1" }),
    // The response of a server whose database is down.
    "500": { kind: "status", status: 500, body: "", contentType: "text/html" },
    "503": createStatusFault(503, { "Retry-After": "1" }),
    redirect: createStatusFault(302, { Location: "http://127.0.0.1:9/elsewhere" }),
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
  truncatedRequest: { cutBody: { kind: "truncatedRequest", bytes: 1000 } },
  truncatedResponse: { truncated: { kind: "truncatedResponse" } },
  wrongLength: { tooLong: { kind: "wrongLength", by: 7 }, tooShort: { kind: "wrongLength", by: -7 } },
  delay: { delay: { kind: "delay", ms: 15 } },
  trickle: { trickle: { kind: "trickle", bytes: 8192, ms: 1 } },
  corruptBase64: { corruptBase64: { kind: "corruptBase64" } },
  chunkLength: {
    chunkTooLong: { kind: "chunkLength", by: 3 },
    chunkTooShort: { kind: "chunkLength", by: -3 },
  },
  staleResponse: { stale: { kind: "staleResponse" } },
  concurrentChange: { meanwhile: { kind: "concurrentChange" } },
};

const faultsByName: ReadonlyMap<string, NamedFault> = new Map(
  Object.values(faultsByKind).flatMap((named) => Object.entries(named)),
);

export const faultNames: readonly string[] = [...faultsByName.keys()];

export function getFault(name: string, changeConcurrently: () => void): Fault {
  const fault = faultsByName.get(name);
  if (fault === undefined) throw new Error(`Unknown fault ${name}; known faults: ${faultNames.join(", ")}.`);
  return fault.kind === "concurrentChange" ? { kind: "concurrentChange", act: changeConcurrently } : fault;
}
