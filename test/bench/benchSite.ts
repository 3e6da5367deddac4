import { createInterface } from "node:readline";
import { type Client, createClient } from "../../src/api/client.ts";
import { startProcess } from "../support/processes.ts";

export interface BenchSite {
  /** Root of the API. */
  readonly api: string;
  readonly key: string;
}

/** JSON that a server program prints when it is ready; some programs add members. */
interface ServerInfo {
  readonly url: string;
  readonly accounts: { readonly admin: { readonly accessKey: string } };
}

/**
 * Starts a program that runs a simulated server and prints its `ServerInfo`, and stops it after the work. The server runs
 * in another process, so that it takes no time from what is measured.
 */
export async function withServer<Result>(
  program: readonly string[],
  work: (site: BenchSite, info: object) => Promise<Result>,
): Promise<Result> {
  const { child, stop } = startProcess(process.execPath, program, { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const info = await readServerInfo(child.stdout);
    const { url, accounts } = info;
    return await work({ api: `${url}/api`, key: accounts.admin.accessKey }, info);
  } finally {
    await stop();
  }
}

async function readServerInfo(output: NodeJS.ReadableStream | null): Promise<ServerInfo> {
  if (output === null) throw new Error("The simulated server has no output.");
  const lines = createInterface(output);
  const line = await new Promise<string | undefined>((resolve) => {
    lines.once("line", resolve);
    lines.once("close", () => resolve(undefined));
  });
  if (line === undefined) throw new Error("The simulated server exited before it was ready.");
  return JSON.parse(line) as ServerInfo;
}

export async function withClient<Result>(
  { api, key }: BenchSite,
  work: (client: Client) => Promise<Result>,
  observe: () => unknown = () => undefined,
): Promise<Result> {
  const client = createClient({
    api,
    credential: { kind: "accessKey", key },
    caFile: undefined,
    observe: () => void observe(),
  });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}
