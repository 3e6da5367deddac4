import assert from "node:assert/strict";
import { FieldChanges } from "../../../../src/store/attachments/attachments.ts";
import { type FieldOutcome, Sightings, type Wish } from "../../../../src/store/attachments/fileField.ts";
import type { OwnTime } from "../../../../src/store/clock.ts";
import { AttachStage, timeBeside } from "./attachStage.ts";

const artifactPath = /\/artifacts\/\d+$/;

function adding(id: number): Wish {
  return (ids) => (ids.includes(id) ? ids : [...ids, id]);
}

function removing(id: number): Wish {
  return (ids) => ids.filter((each) => each !== id);
}

for (const dialect of ["product", "documented"] as const) {
  describe(`changes of a field's files from here, on the ${dialect} dialect`, () => {
    let stage: AttachStage;
    let changes: FieldChanges;
    beforeEach(async () => {
      stage = await AttachStage.open({ dialect });
      changes = changesIn(timeBeside(stage.server));
    });
    afterEach(() => stage.close());

    function changesIn(time: OwnTime): FieldChanges {
      return new FieldChanges({ time, sightings: new Sightings(time) });
    }

    function uploaded(): number {
      return stage.server.addFile({ name: "a.txt", type: "text/plain", size: 3 }).id;
    }

    async function make(
      wish: Wish,
      { signal = new AbortController().signal, accountId = "1" } = {},
    ): Promise<string> {
      const { siteApi, client, artifactId } = stage.place;
      const place = { siteApi, client, artifactId, fieldId: stage.place.field.id };
      const outcome: FieldOutcome = await changes.make(place, accountId, wish, signal);
      return outcome.kind === "failed" ? outcome.failure.kind : outcome.kind;
    }

    it("that wait for each other go together", async () => {
      const there = stage.someoneAttaches();
      const [first, second] = [uploaded(), uploaded()];
      // As many are added as are taken away: it is a change all the same.
      const all = [make(adding(first)), make(removing(there)), make(adding(second)), make(removing(second))];
      assert.deepEqual(await Promise.all(all), ["changed", "changed", "changed", "changed"]);
      assert.deepEqual([await stage.ids(), stage.asked("PUT", artifactPath)], [[first], 1]);
    });

    it("that come while others are made follow in the next write", async () => {
      const [first, second, third] = [uploaded(), uploaded(), uploaded()];
      const later: Promise<string>[] = [];
      const act = (): void => void later.push(make(adding(second)), make(adding(third)));
      stage.server.faults.add({
        method: "PUT",
        path: artifactPath,
        times: 1,
        fault: { kind: "meanwhile", act },
      });
      assert.equal(await make(adding(first)), "changed");
      assert.deepEqual(await Promise.all(later), ["changed", "changed"]);
      assert.deepEqual([await stage.ids(), stage.asked("PUT", artifactPath)], [[first, second, third], 2]);
    });

    it("of two accounts are two writes", async () => {
      const [first, second] = [uploaded(), uploaded()];
      await Promise.all([make(adding(first)), make(adding(second), { accountId: "2" })]);
      assert.deepEqual([await stage.ids(), stage.asked("PUT", artifactPath)], [[first, second], 2]);
    });

    it("are made without the one that the server refuses", async () => {
      const [first, second] = [uploaded(), uploaded()];
      const all = [make(adding(first)), make(adding(987_654)), make(adding(second))];
      assert.deepEqual(await Promise.all(all), ["changed", "gone", "changed"]);
      assert.deepEqual(await stage.ids(), [first, second]);
    });

    it("are made without those that are called off", async () => {
      const [first, second] = [uploaded(), uploaded()];
      const abort = new AbortController();
      const act = (): void => abort.abort();
      stage.server.faults.add({
        method: "GET",
        path: artifactPath,
        times: 1,
        fault: { kind: "meanwhile", act },
      });
      const all = [make(adding(first), { signal: abort.signal }), make(adding(second))];
      assert.deepEqual(await Promise.all(all), ["cancelled", "changed"]);
      assert.deepEqual(await stage.ids(), [second]);
    });

    it("are not made where all are called off", async () => {
      const abort = new AbortController();
      const all = [uploaded(), uploaded()].map((id) => make(adding(id), { signal: abort.signal }));
      abort.abort();
      assert.deepEqual(await Promise.all(all), ["cancelled", "cancelled"]);
      assert.deepEqual([await stage.ids(), stage.asked("PUT", artifactPath)], [[], 0]);
    });

    it("are told of a mistake of ours, each of them, and those after them are made", async () => {
      const first = uploaded();
      const mistaken: Wish = () => {
        throw new TypeError("a mistake");
      };
      const all = await Promise.allSettled([make(mistaken), make(adding(first))]);
      assert.deepEqual(
        all.map(({ status }) => status),
        ["rejected", "rejected"],
      );
      assert.equal(await make(adding(first)), "changed");
    });
  });
}
