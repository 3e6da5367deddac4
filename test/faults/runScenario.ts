// Runs one scenario with its faults and checks the invariants.
import { setImmediate as nextTurn } from "node:timers/promises";
import { inspect } from "node:util";
import { getFault } from "./namedFaults.ts";
import { scenarios } from "./scenarios.ts";
import type { ScenarioSteps } from "./scenario.ts";
import type { ClientFault } from "./fastConnections.ts";
import { Violation } from "./invariant.ts";
import { ScenarioContext } from "./scenarioContext.ts";
import { waitTimeoutMs } from "../support/wait.ts";
import type { RunSpec } from "./runSpec.ts";

export interface ScenarioResult {
  readonly violation: Violation | undefined;
  /** Requests of the scenario while the faults were active. */
  readonly requests: readonly string[];
}

const unchangedClient: ClientFault = (client) => client;

async function withTimeout(name: string, work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Violation("recovers", `${name} does not end`)), waitTimeoutMs);
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function addFaults(context: ScenarioContext, { faults }: RunSpec): void {
  context.mayReturnStale = faults.some(({ fault }) => fault === "stale");
  for (const { step, fault, duration } of faults) {
    context.server.faults.add({
      path: /^/,
      skip: step,
      ...(duration === "once" ? { times: 1 } : {}),
      fault: getFault(fault, () => context.changeConcurrently()),
    });
  }
}

async function runSteps(
  context: ScenarioContext,
  scenarioSteps: ScenarioSteps,
  spec: RunSpec,
  requests: string[],
): Promise<void> {
  const before = context.server.requests.length;
  addFaults(context, spec);
  try {
    await withTimeout("the scenario", scenarioSteps.run());
  } finally {
    context.server.faults.clear();
    const received = context.server.requests.slice(before);
    requests.push(...received.map(({ method, path }) => `${method} ${path}`));
  }
  await withTimeout("the check", scenarioSteps.check());
  if (spec.faults.some(({ duration }) => duration === "permanent")) {
    await context.openNextWindow("after a crash");
  }
  context.server.clock.advance(5_000);
  await withTimeout("the recovery", scenarioSteps.recover());
  await withTimeout("the last check", scenarioSteps.check());
}

/** Records unhandled rejections; runs in a process never overlap, so they belong to the current run. */
class RejectionWatcher {
  readonly rejections: unknown[] = [];
  readonly #record = (reason: unknown): void => void this.rejections.push(reason);

  constructor() {
    process.on("unhandledRejection", this.#record);
  }

  /** Rejections are reported in later turns of the event loop. */
  async close(): Promise<void> {
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
    process.off("unhandledRejection", this.#record);
  }
}

export async function runScenario(
  parent: string,
  spec: RunSpec,
  clientFault: ClientFault = unchangedClient,
): Promise<ScenarioResult> {
  const watcher = new RejectionWatcher();
  const requests: string[] = [];
  let violation: Violation | undefined;
  const context = await ScenarioContext.open(parent, spec.dialect, clientFault);
  try {
    const scenarioSteps = await scenarios[spec.scenario](context);
    await runSteps(context, scenarioSteps, spec, requests);
  } catch (error) {
    violation =
      error instanceof Violation ? error : new Violation("noUnexpectedErrors", inspect(error, { depth: 5 }));
  } finally {
    await context.close().catch((error: unknown) => {
      violation ??= new Violation("noUnexpectedErrors", inspect(error));
    });
    await watcher.close();
  }
  const [rejection] = watcher.rejections;
  if (rejection !== undefined) violation ??= new Violation("noUnhandledRejections", inspect(rejection));
  return { violation, requests };
}
