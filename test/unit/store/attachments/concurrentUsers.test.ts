import assert from "node:assert/strict";
import fc from "fast-check";
import {
  updateFileField,
  type FileFieldOutcome,
  type FileFieldTarget,
  VersionSeenTimes,
  type FileIdsUpdate,
} from "../../../../src/store/attachments/fileField.ts";
import type { MonotonicClock } from "../../../../src/store/monotonicClock.ts";
import { createBug, getValue } from "../../specification/specificationContext.ts";
import { AttachFixture } from "./attachFixture.ts";

const { signal } = new AbortController();

/** Files are identified by index; the first three are attached from the start. */
const change = fc.record({
  person: fc.nat(1),
  kind: fc.constantFrom("attach" as const, "attach" as const, "remove" as const),
  file: fc.nat(5),
});

const anyRun = fc.record({
  changes: fc.array(change, { minLength: 2, maxLength: 5 }),
  /** Milliseconds that pass before each request, in turn. */
  steps: fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 12 }),
  scheduler: fc.scheduler(),
});

type Run = typeof anyRun extends fc.Arbitrary<infer Value> ? Value : never;

/** Two users of one artifact, whose requests arrive in the order of the run. */
class TwoUsers {
  readonly initial: readonly number[];
  readonly files: readonly number[];
  readonly #fixture: AttachFixture;
  readonly #artifactId: number;
  readonly #run: Run;
  readonly #users: readonly Parameters<typeof updateFileField>[1][];
  #step = 0;

  private constructor(fixture: AttachFixture, artifactId: number, run: Run) {
    this.#fixture = fixture;
    this.#artifactId = artifactId;
    this.#run = run;
    this.initial = [1, 2, 3].map(() => this.#addFile({ artifactId }));
    this.files = [...this.initial, ...run.changes.map(() => this.#addFile({}))];
    this.#users = [0, 1].map((user) => this.#createOptions(user));
  }

  static async meet(fixture: AttachFixture, run: Run): Promise<TwoUsers> {
    fixture.server.clock.advance(10_000);
    const { id } = await createBug(fixture.target.client);
    return new TwoUsers(fixture, id, run);
  }

  /** Makes a change and returns the file ID and the outcome. */
  async make(index: number): Promise<readonly [id: number, outcome: FileFieldOutcome["kind"]]> {
    const { person: user, kind, file } = this.#run.changes[index] ?? assert.fail();
    const id = this.files[kind === "attach" ? this.initial.length + index : file] ?? 0;
    const update: FileIdsUpdate = (ids) => {
      const otherIds = ids.filter((each) => each !== id);
      return kind === "attach" ? [...otherIds, id] : otherIds;
    };
    const options = this.#users[user] ?? assert.fail();
    const { artifact, updateArtifact } = this.#fixture.target.client;
    const field: FileFieldTarget = {
      siteApi: this.#fixture.target.siteApi,
      client: { artifact: this.#schedule(artifact), updateArtifact: this.#schedule(updateArtifact) },
      artifactId: this.#artifactId,
      fieldId: this.#fixture.target.field.id,
    };
    return [id, (await updateFileField(field, options, update, signal)).kind];
  }

  async held(): Promise<readonly number[]> {
    const { client, field } = this.#fixture.target;
    const value = getValue(await client.artifact(this.#artifactId), field.id);
    return value?.kind === "files" ? value.files.map(({ id }) => id) : [];
  }

  #addFile(location: { readonly artifactId?: number }): number {
    return this.#fixture.server.addFile({ name: "a.txt", type: "text/plain", size: 3, ...location }).id;
  }

  /** Clocks with the server's pace but other times. */
  #createOptions(user: number): Parameters<typeof updateFileField>[1] {
    const { clock } = this.#fixture.server;
    const now = (): number => clock.now() - (user + 1) * 77_777;
    const wait = this.#schedule((due: number) => Promise.resolve(clock.advance(Math.max(0, due - now()))));
    const monotonic: MonotonicClock = { now, pause: (milliseconds) => wait(now() + milliseconds) };
    return { clock: monotonic, versionSeenTimes: new VersionSeenTimes(monotonic) };
  }

  #schedule<Arguments extends unknown[], Result>(
    work: (...args: Arguments) => Promise<Result>,
  ): (...args: Arguments) => Promise<Result> {
    const { scheduler, steps } = this.#run;
    const scheduled = scheduler.scheduleFunction(async (...args: Arguments) => {
      this.#step += 1;
      this.#fixture.server.clock.advance(steps[this.#step % steps.length] ?? 0);
      return Promise.allSettled([work(...args)]);
    });
    return async (...args) => {
      const [settled] = await scheduled(...args);
      if (settled.status === "fulfilled") return settled.value;
      throw settled.reason;
    };
  }
}

for (const dialect of ["product", "documented"] as const) {
  describe(`two users' changes in any order on the ${dialect} dialect`, () => {
    let fixture: AttachFixture;
    beforeEach(async () => {
      fixture = await AttachFixture.open({ dialect });
    });
    afterEach(() => fixture.close());

    it("keep every attached file and remove every removed one", async () => {
      const runs = fc.asyncProperty(anyRun, async (run) => {
        const users = await TwoUsers.meet(fixture, run);
        const [attached, removed, uncertain] = [new Set(users.initial), new Set<number>(), new Set<number>()];
        const work = run.changes.map(async ({ kind }, index) => {
          const [id, outcome] = await users.make(index);
          if (kind === "remove") (outcome === "changed" ? removed : uncertain).add(id);
          else if (outcome === "changed") attached.add(id);
          assert.ok(outcome === "changed" || outcome === "conflict", outcome);
        });
        await run.scheduler.waitFor(Promise.all(work));
        const fileIds = await users.held();
        const lost = [...attached].filter(
          (id) => !fileIds.includes(id) && !removed.has(id) && !uncertain.has(id),
        );
        const restored = users.initial.filter((id) => fileIds.includes(id) && removed.has(id));
        assert.deepEqual({ lost, back: restored }, { lost: [], back: [] });
      });
      await fc.assert(runs, { seed: 20_261_115, numRuns: 200, endOnFailure: true });
    });
  });
}
