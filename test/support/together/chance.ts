// From a seed to a list of actions.
import type { SaveWay } from "../../../src/store/submission.ts";
import type { Fault } from "../../simulator/faults.ts";
import { type Action, type Steps, throughout, type Who } from "./actions.ts";
import { elementsIn, type FieldName, fieldNames, type Place } from "./fields.ts";

/** Numbers in [0, 1) that are the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

const drops: readonly Fault[] = (["before", "during", "after"] as const).map((when) => ({
  kind: "drop",
  when,
}));
const refusals: readonly Fault[] = [500, 503].map((status) => ({ kind: "status", status }));
const ways: readonly SaveWay[] = ["checked", "checked", "overwrite", "anyway"];

class Chance {
  readonly #random: () => number;
  /** Where people meet in this run: the fewer places, the more often. */
  readonly #names: readonly FieldName[];
  readonly #elements: number;
  #tokens = 0;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
    const count = 1 + this.below(fieldNames.length);
    this.#names = Array.from({ length: count }, () => this.one(fieldNames));
    this.#elements = 1 + this.below(5);
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  is(probability: number): boolean {
    return this.#random() < probability;
  }

  one<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }

  who(): Who {
    return this.is(0.5) ? 0 : 1;
  }

  name(): FieldName {
    return this.one(this.#names);
  }

  element(place: Place): string {
    return this.one(elementsIn[place].slice(0, this.#elements));
  }

  /** Mostly something that nobody else says, so that it can be followed; now and then what both say. */
  token(): string {
    this.#tokens += 1;
    return this.is(0.35) ? this.one(["a", "b"]) : `t${this.#tokens}`;
  }

  /** Of the requests of a save, the change itself is the second or the third. */
  steps(): Steps {
    return this.below(9);
  }
}

type Scene = (chance: Chance) => readonly Action[];

function typing(chance: Chance, who: Who): Action {
  const place = chance.is(0.15) ? "comment" : chance.name();
  return { do: "type", who, place, element: chance.element(place), token: chance.token() };
}

function saving(chance: Chance, who: Who, steps: Steps): Action {
  return { do: "save", who, way: chance.one(ways), steps };
}

function writing(chance: Chance): Extract<Action, { readonly do: "write" }> {
  const place = chance.name();
  return { do: "write", place, element: chance.element(place), token: chance.token() };
}

/** Answers are lost more often than refused: only then nobody knows what became of a change. */
function trouble(chance: Chance, method: "GET" | "PUT"): Action {
  const fault = chance.one(chance.is(0.7) ? drops : refusals);
  // Reads are tried three times.
  const times = method === "PUT" ? 1 : chance.one([1, 3, 3]);
  return { do: "fault", method, fault, skip: chance.is(0.6) ? 0 : chance.below(4), times };
}

function passing(chance: Chance): Action {
  return { do: "advance", milliseconds: chance.one([0, 300, 1000, 5000]) };
}

/** A single act of anybody, whatever else is under way. */
function anything(chance: Chance, who = chance.who()): Action {
  const acts: readonly (() => Action)[] = [
    () => typing(chance, who),
    () => typing(chance, who),
    () => writing(chance),
    () => passing(chance),
    () => trouble(chance, chance.one(["GET", "PUT"])),
    () => saving(chance, who, chance.is(0.5) ? throughout : chance.steps()),
    () => ({ do: "proceed", which: chance.below(4), steps: chance.steps() }),
    () => ({ do: "step", who, direction: chance.is(0.7) ? "undo" : "redo" }),
    () => ({ do: "step", who, direction: "undo" }),
    () => ({ do: chance.one(["look", "refresh"]), who, steps: chance.is(0.5) ? throughout : chance.steps() }),
    () => ({ do: "choose", who, which: chance.below(3), answer: chance.below(4) }),
    () => ({ do: "crash", who }),
    () => ({ do: "putBack", who, place: chance.name() }),
    () => (chance.is(0.3) ? { do: "discard", who } : { do: "resolve", who, isResolving: chance.is(0.5) }),
  ];
  return chance.one(acts)();
}

function severalOf(chance: Chance, most: number, one: () => Action): readonly Action[] {
  return Array.from({ length: 1 + chance.below(most) }, one);
}

const scenes: readonly Scene[] = [
  /** Someone works in peace. */
  (chance) => {
    const who = chance.who();
    return [...severalOf(chance, 3, () => typing(chance, who)), saving(chance, who, throughout)];
  },
  /** Things happen while something is being sent. */
  (chance) => {
    const who = chance.who();
    return [
      typing(chance, who),
      saving(chance, who, chance.steps()),
      ...severalOf(chance, 3, () => anything(chance)),
      { do: "proceed", which: 0, steps: throughout },
    ];
  },
  /** Two save at the same time, each a bit at a time. */
  (chance) => [
    typing(chance, 0),
    typing(chance, 1),
    saving(chance, 0, chance.steps()),
    saving(chance, 1, chance.steps()),
    ...severalOf(chance, 4, () => ({ do: "proceed", which: chance.below(2), steps: 1 + chance.below(4) })),
  ],
  /** Nobody knows what became of a change. */
  (chance) => {
    const who = chance.who();
    return [
      typing(chance, who),
      { ...trouble(chance, "PUT"), skip: 0 } as Action,
      ...(chance.is(0.5)
        ? [{ do: "fault", method: "GET", fault: chance.one(refusals), skip: 2, times: 3 } as const]
        : []),
      saving(chance, who, chance.is(0.5) ? throughout : chance.steps()),
      ...severalOf(chance, 3, () => (chance.is(0.4) ? writing(chance) : anything(chance, who))),
      ...(chance.is(0.3) ? [{ do: "refresh", who, steps: chance.steps() } as const] : []),
      saving(chance, who, throughout),
    ];
  },
  /** Others write before and after someone reads, within one second. */
  (chance) => {
    const who = chance.who();
    const { place, element } = writing(chance);
    return [
      { do: "write", place, element, token: chance.token() },
      { do: "look", who, steps: throughout },
      { do: "type", who, place, element, token: chance.token() },
      saving(chance, who, 2 + chance.below(4)),
      { do: "write", place, element, token: chance.token() },
      ...severalOf(chance, 2, () => (chance.is(0.5) ? trouble(chance, "GET") : anything(chance))),
      { do: "proceed", which: 0, steps: chance.is(0.7) ? throughout : chance.steps() },
      ...severalOf(chance, 2, () => anything(chance, who)),
    ];
  },
  /** Two disagree, and choose. */
  (chance) => {
    const who = chance.who();
    const { place, element } = writing(chance);
    return [
      { do: "type", who, place, element, token: chance.token() },
      { do: "write", place, element, token: chance.token() },
      saving(chance, who, throughout),
      { do: "choose", who, which: 0, answer: chance.below(4) },
      ...severalOf(chance, 2, () => anything(chance)),
      saving(chance, who, throughout),
    ];
  },
  (chance) => severalOf(chance, 3, () => anything(chance)),
];

/** Each seed likes some scenes more than others: that leads to stranger places than an even mix. */
export function actionsOf(seed: number): readonly Action[] {
  const chance = new Chance(seed);
  const liked = Array.from({ length: 3 }, () => chance.one(scenes));
  return severalScenes(chance, liked);
}

function severalScenes(chance: Chance, liked: readonly Scene[]): readonly Action[] {
  return Array.from({ length: 2 + chance.below(5) }, () => [
    ...chance.one(liked)(chance),
    ...(chance.is(0.5) ? [passing(chance)] : []),
  ]).flat();
}
