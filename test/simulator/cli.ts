import { parseArgs } from "node:util";
import { startSimulator } from "./simulator.ts";
import type { Simulator, SimulatorOptions } from "./simulator.ts";

const usage =
  "Usage: npm run simulator -- [--port N] [--dialect product|documented] [--latency MS] [--artifacts N] [--seed N] [--deletion-limit N] [--json]";

interface Arguments extends SimulatorOptions {
  readonly isMachineRead: boolean;
}

function readArguments(): Arguments {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    options: {
      port: text,
      dialect: text,
      latency: text,
      artifacts: text,
      seed: text,
      "deletion-limit": text,
      json: { type: "boolean", default: false },
    },
  });
  const { dialect = "product" } = values;
  if (dialect !== "product" && dialect !== "documented") throw new Error(`There is no dialect ${dialect}.`);
  return {
    dialect,
    ...number("port", values.port),
    ...number("latency", values.latency),
    ...number("artifacts", values.artifacts),
    ...number("seed", values.seed),
    ...number("deletionLimit", values["deletion-limit"]),
    isMachineRead: values.json,
  };
}

function number<Name extends string>(
  name: Name,
  text: string | undefined,
): { readonly [name in Name]?: number } {
  if (text === undefined) return {};
  const option = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (!/^\d+$/.test(text)) throw new Error(`--${option} needs a whole number, not "${text}".`);
  return { [name]: Number(text) } as { readonly [name in Name]: number };
}

/** For a program that started this one, in one line and first; then for people. */
function announce(simulator: Simulator, isMachineRead: boolean): void {
  const { url, dialect, accounts } = simulator;
  if (isMachineRead) console.log(JSON.stringify({ url, dialect, accounts }));
  console.log(`Simulated server (${dialect}) at ${url}`);
  for (const [role, account] of Object.entries(accounts)) {
    console.log(`  ${role}: ${account.realName} (${account.username}), access key ${account.accessKey}`);
  }
}

function complain(error: unknown): void {
  const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  const reason = error instanceof Error ? error.message : String(error);
  console.error(isTaken ? `${reason}: the port is taken, choose another --port or none at all.` : reason);
  if (!isTaken) console.error(usage);
  process.exitCode = 1;
}

try {
  const { isMachineRead, ...options } = readArguments();
  const simulator = await startSimulator(options);
  announce(simulator, isMachineRead);
  const stop = (): void => {
    simulator.close().catch(complain);
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
} catch (error) {
  complain(error);
}
