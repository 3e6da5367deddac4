import { join } from "node:path";
import { createInterface } from "node:readline";
import { collectOutput, startProcess } from "../support/processes.ts";
import { repositoryRoot } from "../support/repositoryRoot.ts";

export interface DemoServer {
  readonly url: string;
  /** The key of an account that can see more than public projects. */
  readonly accessKey: string;
}

interface ServerInfo {
  readonly url: string;
  readonly accounts: { readonly member: { readonly accessKey: string } };
}

/** Saved queries, as a user of the server would have them. */
export function createDemoQueries(site: string): readonly object[] {
  const severities = ["Critical", "Major"];
  return [
    {
      name: "Urgent bugs",
      site,
      tracker: 11,
      where: [{ field: "severity", operator: "is", value: severities }],
      openOnly: true,
      sort: "-modified",
    },
    { name: "Requests to answer", site, tracker: 12, openOnly: true, group: "status" },
  ];
}

/** Starts the simulated server in a separate process, whose first output line has its URL. */
export async function startDemoServer(): Promise<DemoServer> {
  const cli = join(repositoryRoot, "test", "simulator", "cli.ts");
  const { child, ended: exited } = startProcess(process.execPath, [cli, "--demo", "--json"]);
  const output = collectOutput(child);
  if (child.stdout === null) throw new Error("The simulated server has no output.");
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([
    new Promise<string>((resolve) => lines.once("line", resolve)),
    exited.then(() => Promise.reject(new Error(`The simulated server ended early:\n${output()}`))),
  ]);
  const { url, accounts } = JSON.parse(first) as ServerInfo;
  return { url, accessKey: accounts.member.accessKey };
}
