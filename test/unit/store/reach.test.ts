import assert from "node:assert/strict";
import { mock } from "node:test";
import { OutcomeUnknown, ServerTrouble } from "../../../src/model/failure.ts";
import { Reach } from "../../../src/store/reach.ts";

const api = "https://a.example/api";
const trouble = new ServerTrouble({ method: "GET", url: `${api}/projects`, status: 500 });

describe("a site of which a request failed with a server error", () => {
  let answers: boolean;
  let probes: number;
  let changes: boolean[];
  let reach: Reach;

  beforeEach(() => {
    mock.timers.enable({ apis: ["setTimeout"] });
    [answers, probes, changes] = [true, 0, []];
    reach = new Reach({
      knock: () => {
        probes += 1;
        return answers ? Promise.resolve() : Promise.reject(trouble);
      },
      now: () => 0,
    });
    reach.changed.listen(({ isBack }) => changes.push(isBack));
  });
  afterEach(() => {
    reach.dispose();
    mock.timers.reset();
  });

  it("is out of reach if a probe fails too, also after a change whose answer a gateway lost", async () => {
    answers = false;
    for (const failure of [
      trouble,
      new OutcomeUnknown({ method: "PUT", url: `${api}/artifacts/1`, status: 502 }, undefined),
    ]) {
      reach.note(api, failure);
      assert.ok(await reach.isOutNow(api));
      reach.note(api, undefined);
    }
    assert.deepEqual(changes, [false, true, false, true]);
  });

  it("is asked once for all that fail at the same time", async () => {
    for (let count = 0; count < 5; count += 1) reach.note(api, trouble);
    await reach.isOutNow(api);
    assert.equal(probes, 1);
  });

  it("stays in reach if a probe is answered, and what failed is read again three times at most", async () => {
    for (let count = 0; count < 10; count += 1) {
      reach.note(api, trouble);
      assert.equal(await reach.isOutNow(api), false);
      mock.timers.tick(10_000);
    }
    assert.deepEqual(changes, [true, true, true]);
    // After a quiet minute it is another trouble.
    mock.timers.tick(60_000);
    reach.note(api, trouble);
    await reach.isOutNow(api);
    mock.timers.tick(2_000);
    assert.equal(changes.length, 4);
  });
});
