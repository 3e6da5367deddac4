import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../simulator/cli.ts", import.meta.url));

const children: ChildProcess[] = [];

function startCommand(...options: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [program, ...options], { stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  return child;
}

async function waitForExit(
  child: ChildProcess,
): Promise<{ readonly code: number | null; readonly errorOutput: string }> {
  let errorOutput = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    errorOutput += chunk.toString();
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, errorOutput };
}

describe("simulator command", () => {
  afterEach(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
  });

  it("prints its URL as JSON in the first line, and exits on SIGTERM", async () => {
    const child = startCommand("--json", "--dialect", "documented", "--artifacts", "5");
    assert.ok(child.stdout);
    const lines: string[] = [];
    const reader = createInterface(child.stdout);
    for await (const line of reader) {
      lines.push(line);
      if (lines.length === 6) break;
    }
    const serverInfo = JSON.parse(lines[0] ?? "") as {
      readonly url: string;
      readonly accounts: { readonly admin: { readonly accessKey: string } };
    };
    assert.match(lines[2] ?? "", new RegExp(serverInfo.accounts.admin.accessKey));
    const response = await fetch(`${serverInfo.url}/api/trackers/11/artifacts`);
    assert.equal(response.headers.get("x-pagination-size"), "5");
    const exited = waitForExit(child);
    child.kill("SIGTERM");
    assert.equal((await exited).code, 0);
  });

  it("has boards on request", async () => {
    const child = startCommand("--json", "--boards");
    assert.ok(child.stdout);
    const [line] = (await once(createInterface(child.stdout), "line")) as [string];
    const { url } = JSON.parse(line) as { readonly url: string };
    const milestones = (await (
      await fetch(`${url}/api/projects/102/milestones`)
    ).json()) as readonly unknown[];
    assert.equal(milestones.length, 3);
  });

  it("prints one line if its port is in use", async () => {
    const first = startCommand("--json");
    assert.ok(first.stdout);
    const [line] = (await once(createInterface(first.stdout), "line")) as [string];
    const { port } = new URL((JSON.parse(line) as { readonly url: string }).url);
    const { code, errorOutput } = await waitForExit(startCommand("--port", port));
    first.kill("SIGINT");
    assert.equal(code, 1);
    assert.match(errorOutput, new RegExp(`^[^\\n]*${port}[^\\n]*in use[^\\n]*\\n$`));
  });

  it("rejects unknown arguments", async () => {
    for (const options of [
      ["--port", "x"],
      ["--deletion-limit", "few"],
      ["--dialect", "latin"],
      ["--bogus"],
    ]) {
      assert.equal((await waitForExit(startCommand(...options))).code, 1, options.join(" "));
    }
  });
});
