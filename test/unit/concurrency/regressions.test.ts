// Minimal sequences of actions that led to lost or overwritten changes in the past.
import assert from "node:assert/strict";
import type { Dialect } from "../../simulator/simulator.ts";
import {
  type Action,
  type StepCount,
  untilDone,
  type UserIndex,
} from "../../support/fixtures/concurrentUsers/actions.ts";
import type { FieldName, InputTarget } from "../../support/fixtures/concurrentUsers/testFields.ts";
import { runActions } from "../../support/fixtures/concurrentUsers/runActions.ts";
import { ConcurrencySetup } from "../../support/fixtures/concurrentUsers/concurrencySetup.ts";

function type(
  user: UserIndex,
  target: InputTarget,
  token: string,
  element = target === "notes" ? "1" : "whole",
): Action {
  return { kind: "type", user, target, element, token };
}

/** A write by another program. */
function write(target: FieldName, token: string, element = target === "notes" ? "1" : "whole"): Action {
  return { kind: "write", target, element, token };
}

function save(
  user: UserIndex,
  steps: StepCount = untilDone,
  mode: "anyway" | "checked" | "overwrite" = "checked",
): Action {
  return { kind: "save", user, mode, steps };
}

function undo(user: UserIndex): Action {
  return { kind: "undoOrRedo", user, direction: "undo" };
}

function choose(user: UserIndex, answer: "mine" | "theirs"): Action {
  return { kind: "choose", user, index: 0, answer: answer === "mine" ? 0 : 1 };
}

function addFault(method: "GET" | "PUT", skip = 0): Action {
  return method === "PUT"
    ? { kind: "fault", method, fault: { kind: "drop", when: "after" }, skip, times: 1 }
    : { kind: "fault", method, fault: { kind: "status", status: 500 }, skip, times: 1 };
}

const resume: Action = { kind: "resume", index: 0, steps: untilDone };
const advanceSecond: Action = { kind: "advance", milliseconds: 1000 };

/** Steps of a save until its request is about to be sent, if the version is final. */
const stepsUntilSent = 0;

/** The same if the artifact was just changed; the product's version is the second of the change. */
const stepsUntilSentAfterChange: Readonly<Record<Dialect, StepCount>> = { product: 4, documented: 0 };

/** User 0 has loaded a version, and is about to save over another version of the same second. */
function saveOverUnseenChange(dialect: Dialect): readonly Action[] {
  const check: Action = { kind: "checkForChanges", user: 0, steps: untilDone };
  return [
    write("title", "a"),
    check,
    type(0, "title", "mine"),
    save(0, stepsUntilSentAfterChange[dialect]),
    write("title", "b"),
  ];
}

/** A save of user 0 has reached the server, but its outcome is unknown to the client. */
function saveWithUnknownOutcome(): readonly Action[] {
  return [type(0, "title", "mine"), addFault("PUT"), save(0, stepsUntilSent + 1), addFault("GET"), resume];
}

const scenarios: Readonly<Record<string, (dialect: Dialect) => readonly Action[]>> = {
  "a lost comment was mistaken for the same comment of another user": () => [
    type(0, "comment", "done"),
    type(1, "comment", "done"),
    save(1, stepsUntilSent),
    save(0),
    advanceSecond,
    write("title", "b"),
    addFault("PUT"),
    { kind: "resume", index: 0, steps: untilDone },
  ],
  "a saved change was considered lost because of other writes in the same second": (dialect) => [
    ...saveOverUnseenChange(dialect),
    addFault("PUT"),
    { kind: "resume", index: 0, steps: 1 },
    write("title", "c"),
    resume,
  ],
  "an edit made during a save overwrote a change of the same second": () => [
    type(0, "title", "a"),
    save(0, stepsUntilSent + 1),
    write("notes", "theirs", "1"),
    type(0, "notes", "mine", "5"),
    resume,
  ],
  "an edit made during an outcome check overwrote a concurrent change": () => [
    addFault("PUT"),
    type(0, "notes", "mine"),
    save(0, stepsUntilSent + 1),
    write("title", "theirs"),
    type(0, "title", "mine"),
    resume,
  ],
  "an edit discarded for a remote change was restored and saved when that field changed again": () => [
    type(1, "notes", "mine", "2"),
    write("notes", "theirs", "1"),
    save(1),
    { kind: "revert", user: 1, target: "notes" },
    type(0, "notes", "more", "3"),
    save(0),
  ],
  "an edit discarded for a remote change was restored and saved when that change was reverted": () => [
    type(1, "title", "mine"),
    write("title", "theirs"),
    save(1),
    choose(1, "theirs"),
    write("title", "start"),
  ],
  "an undo restored an edit of an older version": () => [
    type(0, "marks", "t1", "Bell"),
    type(0, "marks", "t2", "Horn"),
    save(0),
    type(1, "marks", "t2", "Horn"),
    save(1),
    undo(1),
  ],
  "an undo during a save removed a remote change from the merged value": () => [
    type(0, "notes", "a", "1"),
    save(0),
    type(1, "notes", "b", "5"),
    save(1, stepsUntilSent + 1),
    undo(1),
  ],
  "an edit after an undo of a merged value restored what another user had removed": () => [
    type(0, "marks", "t1", "Light"),
    type(1, "marks", "t2", "Horn"),
    save(1),
    save(0, stepsUntilSent + 1),
    write("marks", "t3", "Horn"),
    undo(0),
    type(0, "marks", "t2", "Bell"),
    resume,
    save(0),
  ],
  "an edit made while authors of changes were loaded after a save restored what another user had removed":
    () => [
      type(0, "state", "t1"),
      save(0, stepsUntilSent + 1),
      type(0, "state", "t3"),
      write("marks", "b", "Light"),
      write("state", "t5"),
      // Until the artifact is reloaded, and the authors of its changes are about to be.
      { kind: "resume", index: 0, steps: 5 },
      type(0, "marks", "t14", "Horn"),
      resume,
    ],
  "a write of the same second was not reported because another save came first": (dialect) => [
    ...saveOverUnseenChange(dialect),
    { kind: "fault", method: "GET", fault: { kind: "status", status: 500 }, skip: 0, times: 2 },
    resume,
    type(0, "notes", "more"),
    save(0),
  ],
  "a write of the same second was not reported because the next save resolved the pending one": (dialect) => [
    ...saveOverUnseenChange(dialect),
    addFault("PUT"),
    addFault("GET"),
    resume,
    type(0, "notes", "more"),
    save(0),
  ],
  "two concurrent outcome checks reverted the change": () => [
    ...saveWithUnknownOutcome(),
    { kind: "refresh", user: 0, steps: 1 },
    save(0),
    resume,
  ],
  "a refresh during a save treated the user's own change as remote and reverted it": () => [
    ...saveWithUnknownOutcome(),
    { kind: "refresh", user: 0, steps: 1 },
    save(0, untilDone, "anyway"),
    type(0, "notes", "more"),
    save(0, stepsUntilSent + 1),
    resume,
  ],
};

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`past concurrency bugs on the ${dialect} dialect`, () => {
    let setup: ConcurrencySetup;

    before(async () => {
      setup = await ConcurrencySetup.create(dialect);
    });
    after(() => setup.close());

    for (const [name, actions] of Object.entries(scenarios)) {
      it(`don't recur: ${name}`, async () => {
        const { violation, log } = await runActions(setup, actions(dialect));
        assert.equal(violation, undefined, `\n${log.join("\n")}\n=> ${violation?.message}`);
      });
    }
  });
}
