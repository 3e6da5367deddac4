// One run in words that can be typed again: `save product 3:dropAfter 5:500*`. A step is the so manieth request of the
// journey; a star means that the fault stays from then on, and that the window is another one afterwards.
import type { Dialect } from "../simulator/simulator.ts";
import { faultNames } from "./faultList.ts";
import { type JourneyName, journeyNames } from "./journeyNames.ts";

export interface Injected {
  readonly step: number;
  readonly fault: string;
  readonly lasts: "once" | "on";
}

export interface Spec {
  readonly journey: JourneyName;
  readonly dialect: Dialect;
  readonly faults: readonly Injected[];
}

export const dialects = ["product", "documented"] as const satisfies readonly Dialect[];

export function specText({ journey, dialect, faults }: Spec): string {
  const injected = faults.map(({ step, fault, lasts }) => `${step}:${fault}${lasts === "on" ? "*" : ""}`);
  return [journey, dialect, ...injected].join(" ");
}

export function parseSpec(text: string): Spec {
  const [journeyText = "", dialectText = "", ...injected] = text.trim().split(/\s+/);
  const journey = journeyNames.find((name) => name === journeyText);
  const dialect = dialects.find((name) => name === dialectText);
  if (journey === undefined || dialect === undefined) throw new Error(`What is “${text}”?`);
  return { journey, dialect, faults: injected.map(parseInjected) };
}

function parseInjected(text: string): Injected {
  const { step, fault = "", star } = /^(?<step>\d+):(?<fault>\w+)(?<star>\*?)$/.exec(text)?.groups ?? {};
  if (!faultNames.includes(fault)) throw new Error(`What is “${text}”?`);
  return { step: Number(step), fault, lasts: star === "*" ? "on" : "once" };
}
