import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { temporaryFolder } from "../../support/ending.ts";
import { startProcess } from "../../support/processes.ts";
import { repository } from "../../support/repository.ts";
import { until } from "../../support/wait.ts";

/** A script with a server that would outlive it, and a parent of the script, which tell their process ids. */
function writeScripts(): string {
  const folder = temporaryFolder();
  const support = join(repository, "test", "support");
  writeFileSync(
    join(folder, "script.ts"),
    `import { runScript } from ${JSON.stringify(join(support, "ending.ts"))};
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

  const ends: Readonly<Record<string, () => void>> = {
    "gets SIGTERM": () => process.kill(script, "SIGTERM"),
    "gets SIGHUP": () => process.kill(script, "SIGHUP"),
    "loses its parent process": () => parent.kill("SIGKILL"),
  };
  for (const [what, end] of Object.entries(ends)) {
    it(`ends with them when it ${what}`, async () => {
      end();
      await until("both have ended", () => !isRunning(script) && !isRunning(server));
    });
  }
});

describe("a process that is stopped", () => {
  it("is gone only when all of its group have ended what they started", async () => {
    const folder = temporaryFolder();
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
