// A recording, and the request that reproduces it with the simulator's data.
import type { Simulator, SimulatorOptions } from "../simulator/simulator.ts";
import type { SimulatorRequest } from "./sendRequest.ts";
import type { SimulatorData } from "./simulatorData.ts";

export interface ReproductionContext {
  readonly simulator: Simulator;
  readonly data: SimulatorData;
  /** Sends a request before the compared one; it has to succeed. */
  readonly sendFirst: (ask: SimulatorRequest) => Promise<unknown>;
}

export interface Reproduction {
  /** The full name, for readability. */
  readonly recording: string;
  readonly options: Partial<SimulatorOptions>;
  readonly createRequest: (context: ReproductionContext) => SimulatorRequest | Promise<SimulatorRequest>;
  /** Whether the body is the recorded one to the letter; elsewhere only its shape is compared. */
  readonly hasSameBody: boolean;
  /** Why the simulator differs; it must differ as long as this is set. */
  readonly knownDifference?: string;
}

type Role = "admin" | "member" | "outsider" | "suspended";

/** The account, anonymous, or the credentials as headers. */
export type Requester = Role | "anonymous" | Readonly<Record<string, string>>;

/** A function if it depends on the simulator's data. */
type ValueOrFactory<T> = T | ((data: SimulatorData, context: ReproductionContext) => T | Promise<T>);

function resolveValue<T>(source: ValueOrFactory<T>, context: ReproductionContext): T | Promise<T> {
  return typeof source === "function"
    ? (source as (data: SimulatorData, context: ReproductionContext) => T | Promise<T>)(context.data, context)
    : source;
}

function createHeaders(
  requester: Requester,
  { simulator }: ReproductionContext,
): Readonly<Record<string, string>> {
  if (typeof requester !== "string") return requester;
  return requester === "anonymous" ? {} : { "X-Auth-AccessKey": simulator.accounts[requester].accessKey };
}

interface ReproductionOptions {
  readonly headers?: ValueOrFactory<Readonly<Record<string, string>>>;
  readonly body?: ValueOrFactory<unknown>;
  readonly options?: Partial<SimulatorOptions>;
  readonly before?: (context: ReproductionContext) => unknown;
  readonly hasSameBody?: boolean;
  readonly knownDifference?: string;
}

/** The recorded server denied anonymous access, unless a recording says otherwise. */
export function createReproduction(
  recording: string,
  requester: Requester,
  method: string,
  path: ValueOrFactory<string>,
  rowOptions: ReproductionOptions = {},
): Reproduction {
  const { headers = {}, body, options = {}, before, hasSameBody = false, knownDifference } = rowOptions;
  return {
    recording,
    options: { anonymous: "refused", ...options },
    hasSameBody,
    ...(knownDifference !== undefined && { knownDifference }),
    createRequest: async (context) => {
      await before?.(context);
      const content = body === undefined ? undefined : await resolveValue(body, context);
      const isJson = content !== undefined && typeof content !== "string" && !Buffer.isBuffer(content);
      return {
        method,
        path: await resolveValue(path, context),
        headers: {
          ...createHeaders(requester, context),
          ...(isJson && { "Content-Type": "application/json" }),
          ...(await resolveValue(headers, context)),
        },
        body: content,
      };
    },
  };
}

export function createGetReproduction(
  recording: string,
  requester: Requester,
  path: ValueOrFactory<string>,
  rowOptions: ReproductionOptions = {},
): Reproduction {
  return createReproduction(recording, requester, "GET", path, rowOptions);
}

export function addQuery(path: string, query: unknown): string {
  const text = typeof query === "string" ? query : JSON.stringify(query);
  return `${path}${path.includes("?") ? "&" : "?"}query=${encodeURIComponent(text)}`;
}

export const xmlHeaders = { Accept: "application/xml" };
