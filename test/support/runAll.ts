// npm test: everything that can say whether the project is sound. All of it runs even when a part fails.
import { join } from "node:path";
import { countsLine, isGreen } from "./counts.ts";
import { runScript, temporaryFolder } from "./ending.ts";
import { startProcess } from "./processes.ts";
import { repository } from "./repository.ts";
import { countsFolderVariable } from "./stage.ts";
import { sumStages } from "./summary.ts";

interface Stage {
  readonly name: string;
  readonly script: string;
  readonly args?: readonly string[];
}

const stages: readonly Stage[] = [
  { name: "unit", script: "runUnit.ts" },
  { name: "recordings", script: "runRecordings.ts" },
  { name: "host", script: "runHost.ts" },
  { name: "pages", script: "runWindow.ts", args: ["--only", "pages"] },
  // All of the windows take longer than anybody waits.
  { name: "windows", script: "runWindow.ts", args: ["--only", "windows", "--main"] },
];

/** Runs a command in the foreground, as it were, and says whether it succeeded. */
async function succeeds(command: string, args: readonly string[], countsFolder: string): Promise<boolean> {
  const running = startProcess(command, args, {
    cwd: repository,
    env: { ...process.env, [countsFolderVariable]: countsFolder },
    stdio: ["ignore", "inherit", "inherit"],
    // When it is interrupted it has servers and a browser of its own to end.
    patienceMs: 20_000,
  });
  await running.ended;
  await running.stop();
  return running.child.exitCode === 0;
}

async function main(interruption: AbortSignal): Promise<number> {
  const folder = process.env[countsFolderVariable] ?? temporaryFolder();
  const checked = await succeeds("npm", ["run", "--silent", "check"], folder);
  let green = checked;
  for (const { name, script, args = [] } of stages) {
    if (interruption.aborted) return 1;
    console.log(`\n== ${name} tests`);
    const passed = await succeeds(process.execPath, [join(import.meta.dirname, script), ...args], folder);
    green = passed && green;
  }
  if (interruption.aborted) return 1;
  console.log(`\n  check: ${checked ? "passed" : "failed"}`);
  const sum = await sumStages(
    folder,
    stages.map(({ name }) => name),
  );
  console.log(countsLine(sum));
  return green && isGreen(sum) ? 0 : 1;
}

await runScript(main);
