// What the bench asks of the tests in the extension host, and what they answer; told by the environment and a file.
import { readFileSync, writeFileSync } from "node:fs";
import type { Figures, Scale } from "../scale.ts";
import type { Site } from "../site.ts";

const variable = "ARTIFACTS_BENCH_ORDER";

export interface Order {
  readonly scale: Scale;
  /** A server in another process, so that its memory is not counted. */
  readonly site: Site;
  /** Where the figures go. */
  readonly file: string;
}

export function environmentFor(order: Order): Readonly<Record<string, string>> {
  return { [variable]: JSON.stringify(order) };
}

export function givenOrder(): Order {
  const text = process.env[variable];
  if (text === undefined) throw new Error("These are no tests of their own: npm run bench -- host");
  return JSON.parse(text) as Order;
}

/** Adds to what others have answered before. */
export function answer({ file }: Order, figures: Figures): void {
  writeFileSync(file, JSON.stringify({ ...answerIn(file), ...figures }));
}

export function answerIn(file: string): Figures {
  return JSON.parse(readFileSync(file, "utf8")) as Figures;
}
