import assert from "node:assert/strict";
import { mock } from "node:test";
import { OutcomeUnknown, ServerError } from "../../../src/model/failure.ts";
import { Connectivity } from "../../../src/store/connectivity.ts";

const api = "https://a.example/api";
const error = new ServerError({ method: "GET", url: `${api}/projects`, status: 500 });

describe("a site after a request failed with a server error", () => {
  let answers: boolean;
  let probes: number;
  let changes: boolean[];
  let reach: Connectivity;

  beforeEach(() => {
    mock.timers.enable({ apis: ["setTimeout"] });
    [answers, probes, changes] = [true, 0, []];
    reach = new Connectivity({
      probe: () => {
        probes += 1;
        return answers ? Promise.resolve() : Promise.reject(error);
      },
      now: () => 0,
    });
    reach.onDidChange.event(({ isBack }) => changes.push(isBack));
  });
  afterEach(() => {
    reach.dispose();
    mock.timers.reset();
  });

  it("is offline if a probe fails too, also after a change without a response", async () => {
    answers = false;
    for (const failure of [
      error,
      new OutcomeUnknown({ method: "PUT", url: `${api}/artifacts/1`, status: 502 }, undefined),
    ]) {
      reach.reportResult(api, failure);
      assert.ok(await reach.checkOffline(api));
      reach.reportResult(api, undefined);
    }
    assert.deepEqual(changes, [false, true, false, true]);
  });

  it("is probed once for concurrent failures", async () => {
    for (let count = 0; count < 5; count += 1) reach.reportResult(api, error);
    await reach.checkOffline(api);
    assert.equal(probes, 1);
  });

  it("stays online if a probe succeeds, and triggers three reloads at most", async () => {
    for (let count = 0; count < 10; count += 1) {
      reach.reportResult(api, error);
      assert.equal(await reach.checkOffline(api), false);
      mock.timers.tick(10_000);
    }
    assert.deepEqual(changes, [true, true, true]);
    // After a minute without failures the count is reset.
    mock.timers.tick(60_000);
    reach.reportResult(api, error);
    await reach.checkOffline(api);
    mock.timers.tick(2_000);
    assert.equal(changes.length, 4);
  });
});
