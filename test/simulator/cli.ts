import { parseArgs } from "node:util";
import { startSimulator } from "./simulator.ts";
import type { Simulator, SimulatorOptions } from "./simulator.ts";

const usage =
  "Usage: npm run simulator -- [--port N] [--dialect product|documented] [--latency MS] [--artifacts N] [--seed N] [--deletion-limit N] [--boards] [--demo] [--json]";

interface CliOptions extends SimulatorOptions {
  readonly isJson: boolean;
}

function parseCliOptions(): CliOptions {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    options: {
      port: text,
      dialect: text,
      latency: text,
      artifacts: text,
      seed: text,
      "deletion-limit": text,
      boards: { type: "boolean", default: false },
      demo: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const { dialect = "product" } = values;
  if (dialect !== "product" && dialect !== "documented") throw new Error(`There is no dialect ${dialect}.`);
  return {
    dialect,
    ...parseNumberOption("port", values.port),
    ...parseNumberOption("latency", values.latency),
    ...parseNumberOption("artifacts", values.artifacts),
    ...parseNumberOption("seed", values.seed),
    ...parseNumberOption("deletionLimit", values["deletion-limit"]),
    boards: values.boards,
    demo: values.demo,
    isJson: values.json,
  };
}

function parseNumberOption<Name extends string>(
  name: Name,
  text: string | undefined,
): { readonly [name in Name]?: number } {
  if (text === undefined) return {};
  const option = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (!/^\d+$/.test(text)) throw new Error(`--${option} needs a whole number, not "${text}".`);
  return { [name]: Number(text) } as { readonly [name in Name]: number };
}

/**
 * With `--json`, the first line is one JSON object for the program that started this one; otherwise the output is for
 * people.
 */
function printServerInfo(simulator: Simulator, isJson: boolean): void {
  const { url, dialect, accounts } = simulator;
  if (isJson) console.log(JSON.stringify({ url, dialect, accounts }));
  console.log(`Simulated server (${dialect}) at ${url}`);
  for (const [role, account] of Object.entries(accounts)) {
    console.log(`  ${role}: ${account.realName} (${account.username}), access key ${account.accessKey}`);
  }
}

function reportError(error: unknown): void {
  const isPortInUse = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  const reason = error instanceof Error ? error.message : String(error);
  console.error(isPortInUse ? `${reason}: the port is in use. Choose another --port, or omit it.` : reason);
  if (!isPortInUse) console.error(usage);
  process.exitCode = 1;
}

try {
  const { isJson, ...options } = parseCliOptions();
  const simulator = await startSimulator(options);
  printServerInfo(simulator, isJson);
  const stop = (): void => {
    simulator.close().catch(reportError);
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
} catch (error) {
  reportError(error);
}
