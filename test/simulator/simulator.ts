import { createClock } from "./clock.ts";
import type { SimulatedClock } from "./clock.ts";
import { createDocumented } from "./documented/documented.ts";
import { Faults } from "./faults.ts";
import { listen } from "./http/listener.ts";
import type { ReceivedRequest } from "./http/listener.ts";
import { createProduct } from "./product/product.ts";
import { createWorld } from "./state/world.ts";
import type { Accounts } from "./state/world.ts";

/** `product` answers as the product does, `documented` as its specification says. */
export type Dialect = "product" | "documented";

export interface SimulatorOptions {
  readonly dialect: Dialect;
  /** Same seed, same data. */
  readonly seed?: number;
  /** Milliseconds that every request takes longer. */
  readonly latency?: number;
  /** Size of the largest tracker. */
  readonly artifacts?: number;
  /** Whether the platform lets anyone in without credentials; allowed unless told otherwise. */
  readonly anonymous?: "allowed" | "refused";
  /** 0, the default, is any free port. */
  readonly port?: number;
  /** Serves https with this key and certificate. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

export interface Simulator {
  /** The root of the site, without a slash at its end; the API is at `/api` and `/api/v1`. */
  readonly url: string;
  readonly dialect: Dialect;
  readonly accounts: Accounts;
  /** Everything that arrived, in order of arrival. */
  readonly requests: readonly ReceivedRequest[];
  readonly clock: SimulatedClock;
  readonly faults: Faults;
  /** Requests that wait for their answer now, and the most there ever were at once. */
  readonly inFlight: number;
  readonly mostInFlight: number;
  /** Ends every connection, hanging ones included. */
  close(): Promise<void>;
}

export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { dialect, seed = 1, latency = 0, anonymous = "allowed", port = 0, tls } = options;
  const clock = createClock();
  const faults = new Faults();
  const world = createWorld({ seed, artifacts: options.artifacts, anonymous, clock });
  const respond = dialect === "product" ? createProduct(world) : createDocumented(world);
  const listener = await listen({ respond, faults, clock, latency, port, tls });
  return {
    url: `${tls === undefined ? "http" : "https"}://127.0.0.1:${listener.port}`,
    dialect,
    accounts: world.accounts,
    requests: listener.requests,
    clock,
    faults,
    get inFlight() {
      return listener.traffic.inFlight;
    },
    get mostInFlight() {
      return listener.traffic.mostInFlight;
    },
    close: () => listener.close(),
  };
}
