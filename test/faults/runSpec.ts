// A run as text, such as `save product 3:dropAfter 5:500*`. A step is the index of a request of the scenario; a star makes
// the fault permanent and replaces the window afterwards.
import type { Dialect } from "../simulator/simulator.ts";
import { faultNames } from "./namedFaults.ts";
import { type ScenarioName, scenarioNames } from "./scenarioNames.ts";

export interface InjectedFault {
  readonly step: number;
  readonly fault: string;
  readonly duration: "once" | "permanent";
}

export interface RunSpec {
  readonly scenario: ScenarioName;
  readonly dialect: Dialect;
  readonly faults: readonly InjectedFault[];
}

export const dialects = ["product", "documented"] as const satisfies readonly Dialect[];

export function formatRunSpec({ scenario, dialect, faults }: RunSpec): string {
  const injected = faults.map(
    ({ step, fault, duration }) => `${step}:${fault}${duration === "permanent" ? "*" : ""}`,
  );
  return [scenario, dialect, ...injected].join(" ");
}

export function parseRunSpec(text: string): RunSpec {
  const [scenarioText = "", dialectText = "", ...injected] = text.trim().split(/\s+/);
  const scenario = scenarioNames.find((name) => name === scenarioText);
  const dialect = dialects.find((name) => name === dialectText);
  if (scenario === undefined || dialect === undefined) throw new Error(`Invalid run “${text}”.`);
  return { scenario, dialect, faults: injected.map(parseInjectedFault) };
}

function parseInjectedFault(text: string): InjectedFault {
  const { step, fault = "", star } = /^(?<step>\d+):(?<fault>\w+)(?<star>\*?)$/.exec(text)?.groups ?? {};
  if (!faultNames.includes(fault)) throw new Error(`Invalid fault “${text}”.`);
  return { step: Number(step), fault, duration: star === "*" ? "permanent" : "once" };
}
