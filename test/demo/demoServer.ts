import { join } from "node:path";
import { createInterface } from "node:readline";
import { collectOutput, startProcess } from "../support/processes.ts";
import { repository } from "../support/repository.ts";

export interface DemoServer {
  readonly url: string;
  /** The key of somebody who sees more than what is public. */
  readonly accessKey: string;
}

interface Announcement {
  readonly url: string;
  readonly accounts: { readonly member: { readonly accessKey: string } };
}

/** Starts the simulated server in a process of its own; its first line says where it is. */
export async function startDemoServer(): Promise<DemoServer> {
  const cli = join(repository, "test", "simulator", "cli.ts");
  const { child, ended } = startProcess(process.execPath, [cli, "--json"]);
  const output = collectOutput(child);
  if (child.stdout === null) throw new Error("The simulated server has no output.");
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([
    new Promise<string>((resolve) => lines.once("line", resolve)),
    ended.then(() => Promise.reject(new Error(`The simulated server ended early:\n${output()}`))),
  ]);
  const { url, accounts } = JSON.parse(first) as Announcement;
  return { url, accessKey: accounts.member.accessKey };
}
