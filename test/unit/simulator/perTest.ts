import { startSimulator } from "../../simulator/simulator.ts";
import type { Simulator, SimulatorOptions } from "../../simulator/simulator.ts";

/** For a suite: starts simulators that end with the test, failed or not. One left open would keep the whole run from ending. */
export function perTest(): (options: SimulatorOptions) => Promise<Simulator> {
  const open: Simulator[] = [];
  afterEach(() => Promise.all(open.splice(0).map((simulator) => simulator.close())));
  return async (options) => {
    const simulator = await startSimulator(options);
    open.push(simulator);
    return simulator;
  };
}
