import { createInterface } from "node:readline";
import { type Client, createClient } from "../../src/api/client.ts";
import { startProcess } from "../support/processes.ts";

export interface Site {
  /** Root of the API. */
  readonly api: string;
  readonly key: string;
}

/** What a simulated server says of itself when it is ready; some programs say more. */
interface Announcement {
  readonly url: string;
  readonly accounts: { readonly admin: { readonly accessKey: string } };
}

/**
 * Starts a program that announces a simulated server in one line of JSON; works with the server and ends it. In a
 * process of its own it takes none of the time of what is measured.
 */
export async function withSite<Result>(
  program: readonly string[],
  work: (site: Site, announcement: object) => Promise<Result>,
): Promise<Result> {
  const { child, stop } = startProcess(process.execPath, program, { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const announcement = await firstLine(child.stdout);
    const { url, accounts } = announcement;
    return await work({ api: `${url}/api`, key: accounts.admin.accessKey }, announcement);
  } finally {
    await stop();
  }
}

async function firstLine(output: NodeJS.ReadableStream | null): Promise<Announcement> {
  if (output === null) throw new Error("The simulated server has no output.");
  const lines = createInterface(output);
  const line = await new Promise<string | undefined>((resolve) => {
    lines.once("line", resolve);
    lines.once("close", () => resolve(undefined));
  });
  if (line === undefined) throw new Error("The simulated server ended before it was ready.");
  return JSON.parse(line) as Announcement;
}

export async function withClient<Result>(
  { api, key }: Site,
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
