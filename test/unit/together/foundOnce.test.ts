// What went wrong between people once, in the fewest steps that lead there.
import assert from "node:assert/strict";
import type { Dialect } from "../../simulator/simulator.ts";
import { type Action, type Steps, throughout, type Who } from "../../support/fixtures/twoPeople/actions.ts";
import type { FieldName, Place } from "../../support/fixtures/twoPeople/fields.ts";
import { play } from "../../support/fixtures/twoPeople/run.ts";
import { Table } from "../../support/fixtures/twoPeople/table.ts";

function type(who: Who, place: Place, token: string, element = place === "notes" ? "1" : "whole"): Action {
  return { do: "type", who, place, element, token };
}

/** Somebody else does. */
function write(place: FieldName, token: string, element = place === "notes" ? "1" : "whole"): Action {
  return { do: "write", place, element, token };
}

function save(
  who: Who,
  steps: Steps = throughout,
  way: "anyway" | "checked" | "overwrite" = "checked",
): Action {
  return { do: "save", who, way, steps };
}

function undo(who: Who): Action {
  return { do: "step", who, direction: "undo" };
}

function choose(who: Who, answer: "mine" | "theirs"): Action {
  return { do: "choose", who, which: 0, answer: answer === "mine" ? 0 : 1 };
}

function lose(method: "GET" | "PUT", skip = 0): Action {
  return method === "PUT"
    ? { do: "fault", method, fault: { kind: "drop", when: "after" }, skip, times: 1 }
    : { do: "fault", method, fault: { kind: "status", status: 500 }, skip, times: 1 };
}

const goOn: Action = { do: "proceed", which: 0, steps: throughout };
const second: Action = { do: "advance", milliseconds: 1000 };

/** So many steps lead to where a change is about to go. */
const untilSent: Readonly<Record<Dialect, Steps>> = { product: 4, documented: 2 };

/** The first has read a state of this second, and is about to send over another one of the same second. */
function unseen(dialect: Dialect): readonly Action[] {
  const look: Action = { do: "look", who: 0, steps: throughout };
  return [
    write("title", "a"),
    look,
    type(0, "title", "mine"),
    save(0, untilSent[dialect]),
    write("title", "b"),
  ];
}

/** Nobody knows what became of a change of the first, which has arrived. */
function doubt(dialect: Dialect): readonly Action[] {
  return [type(0, "title", "mine"), lose("PUT"), save(0, untilSent[dialect] + 1), lose("GET"), goOn];
}

const found: Readonly<Record<string, (dialect: Dialect) => readonly Action[]>> = {
  "a comment that got lost was taken for the same words of another": (dialect) => [
    type(0, "comment", "done"),
    type(1, "comment", "done"),
    save(1, untilSent[dialect]),
    save(0),
    second,
    write("title", "b"),
    lose("PUT"),
    { do: "proceed", which: 0, steps: throughout },
  ],
  "a change that had arrived was taken for lost, because others wrote within the same second": (dialect) => [
    ...unseen(dialect),
    lose("PUT"),
    { do: "proceed", which: 0, steps: 1 },
    write("title", "c"),
    goOn,
  ],
  "what was typed while something was sent went over what others had written within the same second": (
    dialect,
  ) => [
    type(0, "title", "a"),
    save(0, untilSent[dialect] + 1),
    write("notes", "theirs", "1"),
    type(0, "notes", "mine", "5"),
    goOn,
  ],
  "what was typed while an answer was looked for went over what others had written meanwhile": (dialect) => [
    lose("PUT"),
    type(0, "notes", "mine"),
    save(0, untilSent[dialect] + 1),
    write("title", "theirs"),
    type(0, "title", "mine"),
    goOn,
  ],
  "what was given up for another's came back, and was sent, when that was changed again": () => [
    type(1, "notes", "mine", "2"),
    write("notes", "theirs", "1"),
    save(1),
    { do: "putBack", who: 1, place: "notes" },
    type(0, "notes", "more", "3"),
    save(0),
  ],
  "what was given up for another's came back, and was sent, when that was taken back": () => [
    type(1, "title", "mine"),
    write("title", "theirs"),
    save(1),
    choose(1, "theirs"),
    write("title", "start"),
  ],
  "an undo brought back what was typed over an older state": () => [
    type(0, "marks", "t1", "Bell"),
    type(0, "marks", "t2", "Horn"),
    save(0),
    type(1, "marks", "t2", "Horn"),
    save(1),
    undo(1),
  ],
  "an undo took another's change out of what had been put together, while it was sent": (dialect) => [
    type(0, "notes", "a", "1"),
    save(0),
    type(1, "notes", "b", "5"),
    save(1, untilSent[dialect] + 1),
    undo(1),
  ],
  "what was typed after an undo, over what had been put together, brought back what others had taken away": (
    dialect,
  ) => [
    type(0, "marks", "t1", "Light"),
    type(1, "marks", "t2", "Horn"),
    save(1),
    save(0, untilSent[dialect] + 1),
    write("marks", "t3", "Horn"),
    undo(0),
    type(0, "marks", "t2", "Bell"),
    goOn,
    save(0),
  ],
  "nobody was told of a write of the same second, because another save came before it could be read": (
    dialect,
  ) => [
    ...unseen(dialect),
    { do: "fault", method: "GET", fault: { kind: "status", status: 500 }, skip: 0, times: 2 },
    goOn,
    type(0, "notes", "more"),
    save(0),
  ],
  "nobody was told of a write of the same second, because the next save settled the one before": (
    dialect,
  ) => [...unseen(dialect), lose("PUT"), lose("GET"), goOn, type(0, "notes", "more"), save(0)],
  "two who looked into the same doubt took the change back": (dialect) => [
    ...doubt(dialect),
    { do: "refresh", who: 0, steps: 1 },
    save(0),
    goOn,
  ],
  "someone who reads while they send took their own change for another's, and then back": (dialect) => [
    ...doubt(dialect),
    { do: "refresh", who: 0, steps: 1 },
    save(0, throughout, "anyway"),
    type(0, "notes", "more"),
    save(0, untilSent[dialect] + 1),
    goOn,
  ],
};

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`what went wrong between people once, on the ${dialect} dialect`, () => {
    let table: Table;

    before(async () => {
      table = await Table.set(dialect);
    });
    after(() => table.close());

    for (const [name, actions] of Object.entries(found)) {
      it(`does not any more: ${name}`, async () => {
        const { violation, log } = await play(table, actions(dialect));
        assert.equal(violation, undefined, `\n${log.join("\n")}\n=> ${violation?.message}`);
      });
    }
  });
}
