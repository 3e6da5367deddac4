// Which runs there are: every fault at every step of every journey, one at a time, and then several at once, by chance.
import { faultNames } from "./faultList.ts";
import { journeyNames } from "./journeyNames.ts";
import { type Chance, chanceFrom } from "./chance.ts";
import { dialects, type Injected, type Spec, specText } from "./spec.ts";

/** How many requests each journey takes where nothing goes wrong. */
export type StepCounts = ReadonlyMap<string, number>;

/** Those without any fault, to learn what each journey asks for. */
export const undisturbed: readonly Spec[] = journeyNames.flatMap((journey) =>
  dialects.map((dialect) => ({ journey, dialect, faults: [] })),
);

/** What goes wrong makes more requests: looks, other ways, other tries. */
const furtherSteps = 6;

function stepsOf(counts: StepCounts, spec: Spec): number {
  return counts.get(specText({ ...spec, faults: [] })) ?? 0;
}

/** Every fault at every step, for once and from then on. */
function exhaustive(counts: StepCounts): readonly Spec[] {
  return undisturbed.flatMap((journey) =>
    Array.from({ length: stepsOf(counts, journey) }, (_, step) => step).flatMap((step) =>
      faultNames.flatMap((fault) =>
        (["once", "on"] as const).map((lasts) => ({ ...journey, faults: [{ step, fault, lasts }] })),
      ),
    ),
  );
}

function injectedBy(chance: Chance, steps: number): Injected {
  return {
    step: chance.below(steps),
    fault: chance.one(faultNames),
    lasts: chance.below(4) === 0 ? "on" : "once",
  };
}

/** Two or three faults on one journey. */
function severalAtOnce(chance: Chance, counts: StepCounts): Spec {
  const journey = chance.one(undisturbed);
  const steps = stepsOf(counts, journey) + furtherSteps;
  const faults = Array.from({ length: 2 + chance.below(2) }, () => injectedBy(chance, steps));
  return { ...journey, faults: faults.toSorted((one, other) => one.step - other.step) };
}

/** One of each journey and fault, whatever the step and the dialect. */
function oneOfEach(chance: Chance, all: readonly Spec[]): readonly Spec[] {
  return journeyNames.flatMap((journey) =>
    faultNames.map((fault) =>
      chance.one(all.filter((spec) => spec.journey === journey && spec.faults[0]?.fault === fault)),
    ),
  );
}

/** So many, or all that are one at a time if these are more and so many are not enough for them. */
export function planOf(counts: StepCounts, runs: number, seed: number): readonly Spec[] {
  const chance = chanceFrom(seed);
  const all = exhaustive(counts);
  const singles = runs >= all.length ? all : oneOfEach(chance, all);
  const combined = Array.from({ length: Math.max(0, runs - singles.length) }, () =>
    severalAtOnce(chance, counts),
  );
  return [...singles, ...combined];
}
