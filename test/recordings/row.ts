// A row of the table: the recording, and the request that makes the same situation on the simulator's own data.
import type { Simulator, SimulatorOptions } from "../simulator/simulator.ts";
import type { Ask } from "./asking.ts";
import type { Known } from "./known.ts";

export interface Stage {
  readonly simulator: Simulator;
  readonly known: Known;
  /** A step before the one that is compared; it has to succeed. */
  readonly first: (ask: Ask) => Promise<unknown>;
}

export interface Row {
  /** Its whole name, so that one sees what it is about. */
  readonly recording: string;
  readonly options: Partial<SimulatorOptions>;
  readonly send: (stage: Stage) => Ask | Promise<Ask>;
  /** Why the simulator differs and stays so; it must differ as long as this is said. */
  readonly differs?: string;
}

type Role = "admin" | "member" | "outsider" | "suspended";

/** Who asks: one of the accounts by key, nobody, or someone with these headers. */
export type Who = Role | "nobody" | Readonly<Record<string, string>>;

/** What depends on the simulator's data is told by a function. */
type Of<T> = T | ((known: Known, stage: Stage) => T);

function from<T>(of: Of<T>, stage: Stage): T {
  return typeof of === "function" ? (of as (known: Known, stage: Stage) => T)(stage.known, stage) : of;
}

function headersOf(who: Who, { simulator }: Stage): Readonly<Record<string, string>> {
  if (typeof who !== "string") return who;
  return who === "nobody" ? {} : { "X-Auth-AccessKey": simulator.accounts[who].accessKey };
}

interface More {
  readonly headers?: Of<Readonly<Record<string, string>>>;
  readonly body?: Of<unknown>;
  readonly options?: Partial<SimulatorOptions>;
  readonly before?: (stage: Stage) => Promise<unknown>;
  readonly differs?: string;
}

/** The platform that was recorded asked everyone to sign in, unless a recording says otherwise. */
export function row(recording: string, who: Who, method: string, path: Of<string>, more: More = {}): Row {
  const { headers = {}, body, options = {}, before, differs } = more;
  return {
    recording,
    options: { anonymous: "refused", ...options },
    ...(differs !== undefined && { differs }),
    send: async (stage) => {
      await before?.(stage);
      const content = body === undefined ? undefined : from(body, stage);
      const isJson = content !== undefined && typeof content !== "string" && !Buffer.isBuffer(content);
      return {
        method,
        path: from(path, stage),
        headers: {
          ...headersOf(who, stage),
          ...(isJson && { "Content-Type": "application/json" }),
          ...from(headers, stage),
        },
        body: content,
      };
    },
  };
}

export function get(recording: string, who: Who, path: Of<string>, more: More = {}): Row {
  return row(recording, who, "GET", path, more);
}

export function queried(path: string, query: unknown): string {
  const text = typeof query === "string" ? query : JSON.stringify(query);
  return `${path}${path.includes("?") ? "&" : "?"}query=${encodeURIComponent(text)}`;
}

export const xml = { Accept: "application/xml" };
