// One run: a journey, what goes wrong on it, and what has to hold all the same.
import { setImmediate as turn } from "node:timers/promises";
import { inspect } from "node:util";
import { faultNamed } from "./faultList.ts";
import { journeys } from "./journeys.ts";
import type { Course } from "./journey.ts";
import type { Spoil } from "./quickConnections.ts";
import { Violation } from "./rule.ts";
import { Scene } from "./scene.ts";
import { waitLimitMs } from "../support/wait.ts";
import type { Spec } from "./spec.ts";

export interface Played {
  readonly violation: Violation | undefined;
  /** The requests that the journey took while things went wrong. */
  readonly steps: readonly string[];
}

const asIs: Spoil = (client) => client;

async function answered(what: string, work: Promise<void>): Promise<void> {
  let impatience: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    impatience = setTimeout(() => reject(new Violation("answered", `${what} comes to no end`)), waitLimitMs);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(impatience);
  }
}

function spoilServer(scene: Scene, { faults }: Spec): void {
  scene.tellsStale = faults.some(({ fault }) => fault === "stale");
  for (const { step, fault, lasts } of faults) {
    scene.server.faults.add({
      path: /^/,
      skip: step,
      ...(lasts === "once" ? { times: 1 } : {}),
      fault: faultNamed(fault, () => scene.meanwhile()),
    });
  }
}

async function playOn(scene: Scene, course: Course, spec: Spec, steps: string[]): Promise<void> {
  const before = scene.server.requests.length;
  spoilServer(scene, spec);
  try {
    await answered("what was begun", course.act());
  } finally {
    scene.server.faults.clear();
    const asked = scene.server.requests.slice(before);
    steps.push(...asked.map(({ method, path }) => `${method} ${path}`));
  }
  await answered("the look at it", course.look());
  if (spec.faults.some(({ lasts }) => lasts === "on")) await scene.openAnother("after a crash");
  scene.server.clock.advance(5_000);
  await answered("what comes next", course.goOn());
  await answered("the last look", course.look());
}

/** Watches for rejections that nobody hears, of this run alone: there is no other at the same time. */
class Ear {
  readonly unheard: unknown[] = [];
  readonly #note = (reason: unknown): void => void this.unheard.push(reason);

  constructor() {
    process.on("unhandledRejection", this.#note);
  }

  /** They are told in the turns after. */
  async close(): Promise<void> {
    for (let turns = 0; turns < 3; turns += 1) await turn();
    process.off("unhandledRejection", this.#note);
  }
}

export async function play(parent: string, spec: Spec, spoil: Spoil = asIs): Promise<Played> {
  const ear = new Ear();
  const steps: string[] = [];
  let violation: Violation | undefined;
  const scene = await Scene.open(parent, spec.dialect, spoil);
  try {
    const course = await journeys[spec.journey](scene);
    await playOn(scene, course, spec, steps);
  } catch (error) {
    violation = error instanceof Violation ? error : new Violation("sound", inspect(error, { depth: 5 }));
  } finally {
    await scene.close();
    await ear.close();
  }
  const [unheard] = ear.unheard;
  if (unheard !== undefined) violation ??= new Violation("unheard", inspect(unheard));
  return { violation, steps };
}
