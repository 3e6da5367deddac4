import assert from "node:assert/strict";
import { type SearchRequest, searchRequest } from "../../../../src/model/assist/request.ts";
import { type SearchFindings, searchFor, trackersAtHand } from "../../../../src/store/assist/search.ts";
import { Me } from "../../../../src/store/queries/currentUser.ts";
import { bugs, signal, TriageStage } from "../triage/triageStage.ts";
import type { QueryStores } from "../../../../src/store/queries/openQuery.ts";

function request(input: object): SearchRequest {
  const checked = searchRequest(input);
  return checked.kind === "request" ? checked.request : assert.fail(checked.flaw.member);
}

for (const dialect of ["product", "documented"] as const) {
  describe(`artifacts that an assistant looks for, on the ${dialect} dialect`, () => {
    let stage: TriageStage;
    let world: QueryStores;
    before(async () => {
      stage = await TriageStage.open({ dialect });
      const memory = { keys: () => [], get: () => undefined, update: () => Promise.resolve() };
      world = { ...stage.store, me: new Me(memory), now: () => new Date() };
    });
    after(() => stage.close());

    function found(input: object, until = signal): Promise<SearchFindings> {
      return searchFor(world, stage.site, request(input), until);
    }

    async function rows(input: object): Promise<Extract<SearchFindings, { kind: "rows" }>> {
      const findings = await found(input);
      return findings.kind === "rows" ? findings : assert.fail(JSON.stringify(findings));
    }

    it("are those of a tracker, newest first, and no more than were asked for", async () => {
      const findings = await rows({ tracker: bugs, limit: 3 });
      const ids = findings.rows.map(({ id }) => id);
      assert.deepEqual([ids.length, ids], [3, ids.toSorted((one, other) => other - one)]);
      const [newest] = (await rows({ tracker: bugs, limit: 50 })).rows;
      assert.deepEqual([ids[0], findings.rows[0]?.tracker?.id], [newest?.id, bugs]);
      assert.equal(findings.hasMore, true);
    });

    it("meet words and conditions", async () => {
      const findings = await rows({
        tracker: bugs,
        where: [{ field: "Status", operator: "is", values: ["New"] }],
      });
      assert.ok(findings.rows.length > 0);
      assert.deepEqual([...new Set(findings.rows.map(({ status }) => status))], ["New"]);
      const where = [{ field: "Assigned to", operator: "is", values: ["pnowak"] }];
      assert.ok((await rows({ tracker: bugs, where })).rows.length > 0);
      const [first] = findings.rows;
      const [word = ""] = /\p{L}{5,}/u.exec(first?.title ?? "") ?? [];
      const worded = await rows({ tracker: bugs, words: word });
      assert.ok(worded.rows.length > 0);
      assert.ok(worded.rows.every(({ title }) => title?.toLowerCase().includes(word.toLowerCase())));
    });

    it("are found by words over the trackers that the person works with", async () => {
      const [first] = (await rows({ tracker: bugs, limit: 1 })).rows;
      const findings = await rows({ words: first?.title ?? "" });
      assert.ok(findings.rows.some(({ id }) => id === first?.id));
      const [numbered] = (await rows({ words: `#${first?.id}` })).rows;
      assert.equal(numbered?.id, first?.id);
    });

    it("are not looked for by what can't be asked", async () => {
      assert.deepEqual(await found({}), { kind: "nothingAsked" });
      const where = [{ field: "Status", operator: "is", values: ["New"] }];
      assert.deepEqual(await found({ words: "x", where }), { kind: "nothingAsked" });
      const objection = await found({
        tracker: bugs,
        where: [{ field: "Colour", operator: "is", values: ["red"] }],
      });
      assert.ok(objection.kind === "objection" && objection.objection.code === "noField");
      const problems = await found({
        tracker: bugs,
        where: [{ field: "Status", operator: "<", values: ["New"] }],
      });
      assert.ok(problems.kind === "problems");
      assert.deepEqual(
        problems.problems.map(({ kind }) => kind),
        ["operatorUnknown"],
      );
      await assert.rejects(found({ tracker: 99_999 }), { kind: "notFound" });
    });

    it("are not told where that is called off", async () => {
      const calledOff = new AbortController();
      const fault = { kind: "meanwhile", act: () => calledOff.abort() } as const;
      const heal = stage.server.faults.add({ path: /trackers\/11\/artifacts/, fault });
      await assert.rejects(found({ tracker: bugs, limit: 50 }, calledOff.signal), { name: "AbortError" });
      heal();
    });

    it("are in trackers of projects that can be named", async () => {
      const projects = await trackersAtHand(world, stage.site, signal);
      assert.ok(projects.some(({ trackers }) => trackers.some(({ id }) => id === bugs)));
      const [one] = projects;
      assert.ok(one !== undefined);
      const { account } = await stage.states.connection();
      await stage.store.pins.pin(stage.site.api, account, one.project);
      assert.deepEqual(
        (await trackersAtHand(world, stage.site, signal)).map(({ project }) => project.id),
        [one.project.id],
      );
      await stage.store.pins.unpin(stage.site.api, account, one.project.id);
    });
  });
}
