import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createTemporaryFolder } from "../../support/cleanup.ts";
import { startProcess } from "../../support/processes.ts";
import { repositoryRoot } from "../../support/repositoryRoot.ts";
import { waitUntil } from "../../support/wait.ts";

/**
 * Writes a script with a child process that would outlive it, and a parent of the script; the script prints the process
 * ids.
 */
function writeScripts(): string {
  const folder = createTemporaryFolder();
  const support = join(repositoryRoot, "test", "support");
  writeFileSync(
    join(folder, "script.ts"),
    `import { runScript } from ${JSON.stringify(join(support, "cleanup.ts"))};
     import { startProcess } from ${JSON.stringify(join(support, "processes.ts"))};
     await runScript(() => {
       const server = startProcess(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
       console.log(process.pid, server.child.pid);
       return new Promise(() => setInterval(() => {}, 1000));
     });`,
  );
  writeFileSync(
    join(folder, "parent.cjs"),
    `require("node:child_process").spawn(process.execPath, [${JSON.stringify(join(folder, "script.ts"))}], { stdio: "inherit" });`,
  );
  return join(folder, "parent.cjs");
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe("a script that starts processes", () => {
  let parent: ChildProcess;
  let script: number;
  let server: number;

  beforeEach(async () => {
    parent = spawn(process.execPath, [writeScripts()], { stdio: ["ignore", "pipe", "inherit"] });
    assert.ok(parent.stdout);
    const [line] = (await once(createInterface(parent.stdout), "line")) as [string];
    [script = 0, server = 0] = line.split(" ").map(Number);
    assert.ok(isRunning(script) && isRunning(server));
  });

  afterEach(() => {
    for (const pid of [parent.pid, script, server]) {
      if (pid !== undefined && isRunning(pid)) process.kill(pid, "SIGKILL");
    }
  });

  const causes: Readonly<Record<string, () => void>> = {
    "gets SIGTERM": () => process.kill(script, "SIGTERM"),
    "gets SIGHUP": () => process.kill(script, "SIGHUP"),
    "loses its parent process": () => parent.kill("SIGKILL"),
  };
  for (const [event, cause] of Object.entries(causes)) {
    it(`exits and stops them when it ${event}`, async () => {
      cause();
      await waitUntil("both have exited", () => !isRunning(script) && !isRunning(server));
    });
  }
});

describe("stopping a process", () => {
  it("resolves only when the whole process group has finished its cleanup", async () => {
    const folder = createTemporaryFolder();
    const ended = join(folder, "ended");
    const member = `process.on("SIGTERM", () => setTimeout(() => {
      require("node:fs").writeFileSync(${JSON.stringify(ended)}, "");
      process.exit();
    }, 300));
    setInterval(() => {}, 1000);
    console.log("ready");`;
    const leader = `process.on("SIGTERM", () => process.exit());
    require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(member)}], { stdio: "inherit" });`;
    const running = startProcess(process.execPath, ["-e", leader]);
    assert.ok(running.child.stdout);
    await once(createInterface(running.child.stdout), "line");
    await running.stop();
    assert.ok(existsSync(ended));
  });
});
