import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../simulator/cli.ts", import.meta.url));

const started: ChildProcess[] = [];

function run(...options: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [program, ...options], { stdio: ["ignore", "pipe", "pipe"] });
  started.push(child);
  return child;
}

async function outcome(
  child: ChildProcess,
): Promise<{ readonly code: number | null; readonly complaint: string }> {
  let complaint = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, complaint };
}

describe("simulator: the command", () => {
  afterEach(() => {
    for (const child of started.splice(0)) child.kill("SIGKILL");
  });

  it("tells a program where it is in its first line, and ends when told to", async () => {
    const child = run("--json", "--dialect", "documented", "--artifacts", "5");
    assert.ok(child.stdout);
    const lines: string[] = [];
    const reader = createInterface(child.stdout);
    for await (const line of reader) {
      lines.push(line);
      if (lines.length === 6) break;
    }
    const told = JSON.parse(lines[0] ?? "") as {
      readonly url: string;
      readonly accounts: { readonly admin: { readonly accessKey: string } };
    };
    assert.match(lines[2] ?? "", new RegExp(told.accounts.admin.accessKey));
    const response = await fetch(`${told.url}/api/trackers/11/artifacts`);
    assert.equal(response.headers.get("x-pagination-size"), "5");
    const ended = outcome(child);
    child.kill("SIGTERM");
    assert.equal((await ended).code, 0);
  });

  it("says in one line that its port is taken", async () => {
    const first = run("--json");
    assert.ok(first.stdout);
    const [line] = (await once(createInterface(first.stdout), "line")) as [string];
    const { port } = new URL((JSON.parse(line) as { readonly url: string }).url);
    const { code, complaint } = await outcome(run("--port", port));
    first.kill("SIGINT");
    assert.equal(code, 1);
    assert.match(complaint, new RegExp(`^[^\\n]*${port}[^\\n]*taken[^\\n]*\\n$`));
  });

  it("refuses what it doesn't understand", async () => {
    for (const options of [
      ["--port", "x"],
      ["--deletion-limit", "few"],
      ["--dialect", "latin"],
      ["--bogus"],
    ]) {
      assert.equal((await outcome(run(...options))).code, 1, options.join(" "));
    }
  });
});
