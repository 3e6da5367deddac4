import { startSimulator } from "../../simulator/simulator.ts";
import type { Simulator, SimulatorOptions } from "../../simulator/simulator.ts";

/** Starts simulators that are closed after each test, even if it failed. An open one would keep the process alive. */
export function useSimulators(): (options: SimulatorOptions) => Promise<Simulator> {
  const running: Simulator[] = [];
  afterEach(() => Promise.all(running.splice(0).map((simulator) => simulator.close())));
  return async (options) => {
    const simulator = await startSimulator(options);
    running.push(simulator);
    return simulator;
  };
}
