import assert from "node:assert/strict";
import fc from "fast-check";
import {
  changeFiles,
  type FieldOutcome,
  type FileField,
  Sightings,
  type Wish,
} from "../../../../src/store/attachments/fileField.ts";
import type { OwnTime } from "../../../../src/store/clock.ts";
import { newBug, valueOf } from "../../specification/world.ts";
import { AttachStage } from "./attachStage.ts";

const { signal } = new AbortController();

/** A file is told by its place among those of the run; the first three hang on the artifact from the start. */
const change = fc.record({
  person: fc.nat(1),
  kind: fc.constantFrom("attach" as const, "attach" as const, "remove" as const),
  file: fc.nat(5),
});

const run = fc.record({
  changes: fc.array(change, { minLength: 2, maxLength: 5 }),
  /** Milliseconds that pass before each request, by turns. */
  steps: fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 12 }),
  scheduler: fc.scheduler(),
});

type Run = typeof run extends fc.Arbitrary<infer Value> ? Value : never;

/** Two people at one artifact whose requests reach the server in the order of a run. */
class TwoPeople {
  readonly initial: readonly number[];
  readonly files: readonly number[];
  readonly #stage: AttachStage;
  readonly #artifactId: number;
  readonly #run: Run;
  readonly #people: readonly Parameters<typeof changeFiles>[1][];
  #step = 0;

  private constructor(stage: AttachStage, artifactId: number, run: Run) {
    this.#stage = stage;
    this.#artifactId = artifactId;
    this.#run = run;
    this.initial = [1, 2, 3].map(() => this.#file({ artifactId }));
    this.files = [...this.initial, ...run.changes.map(() => this.#file({}))];
    this.#people = [0, 1].map((person) => this.#worldOf(person));
  }

  static async meet(stage: AttachStage, run: Run): Promise<TwoPeople> {
    stage.server.clock.advance(10_000);
    const { id } = await newBug(stage.place.client);
    return new TwoPeople(stage, id, run);
  }

  /** What comes of a change, and of which file. */
  async make(index: number): Promise<readonly [id: number, outcome: FieldOutcome["kind"]]> {
    const { person, kind, file } = this.#run.changes[index] ?? assert.fail();
    const id = this.files[kind === "attach" ? this.initial.length + index : file] ?? 0;
    const wanted: Wish = (ids) => {
      const others = ids.filter((each) => each !== id);
      return kind === "attach" ? [...others, id] : others;
    };
    const world = this.#people[person] ?? assert.fail();
    const { artifact, update } = this.#stage.place.client;
    const field: FileField = {
      siteApi: this.#stage.place.siteApi,
      client: { artifact: this.#inTurn(artifact), update: this.#inTurn(update) },
      artifactId: this.#artifactId,
      fieldId: this.#stage.place.field.id,
    };
    return [id, (await changeFiles(field, world, wanted, signal)).kind];
  }

  async held(): Promise<readonly number[]> {
    const { client, field } = this.#stage.place;
    const value = valueOf(await client.artifact(this.#artifactId), field.id);
    return value?.kind === "files" ? value.files.map(({ id }) => id) : [];
  }

  #file(place: { readonly artifactId?: number }): number {
    return this.#stage.server.addFile({ name: "a.txt", type: "text/plain", size: 3, ...place }).id;
  }

  /** Their clocks go as fast as the server's and show something else. */
  #worldOf(person: number): Parameters<typeof changeFiles>[1] {
    const { clock } = this.#stage.server;
    const now = (): number => clock.now() - (person + 1) * 77_777;
    const wait = this.#inTurn((due: number) => Promise.resolve(clock.advance(Math.max(0, due - now()))));
    const time: OwnTime = { now, pause: (milliseconds) => wait(now() + milliseconds) };
    return { time, sightings: new Sightings(time) };
  }

  #inTurn<Arguments extends unknown[], Result>(
    work: (...args: Arguments) => Promise<Result>,
  ): (...args: Arguments) => Promise<Result> {
    const { scheduler, steps } = this.#run;
    const inTurn = scheduler.scheduleFunction(async (...args: Arguments) => {
      this.#step += 1;
      this.#stage.server.clock.advance(steps[this.#step % steps.length] ?? 0);
      return Promise.allSettled([work(...args)]);
    });
    return async (...args) => {
      const [settled] = await inTurn(...args);
      if (settled.status === "fulfilled") return settled.value;
      throw settled.reason;
    };
  }
}

for (const dialect of ["product", "documented"] as const) {
  describe(`two people's changes in any order, on the ${dialect} dialect`, () => {
    let stage: AttachStage;
    beforeEach(async () => {
      stage = await AttachStage.open({ dialect });
    });
    afterEach(() => stage.close());

    it("leave every file that somebody was told is attached and nobody removed, and none that was", async () => {
      const runs = fc.asyncProperty(run, async (made) => {
        const two = await TwoPeople.meet(stage, made);
        const [there, removed, doubtful] = [new Set(two.initial), new Set<number>(), new Set<number>()];
        const work = made.changes.map(async ({ kind }, index) => {
          const [id, outcome] = await two.make(index);
          if (kind === "remove") (outcome === "changed" ? removed : doubtful).add(id);
          else if (outcome === "changed") there.add(id);
          assert.ok(outcome === "changed" || outcome === "conflict", outcome);
        });
        await made.scheduler.waitFor(Promise.all(work));
        const held = await two.held();
        const lost = [...there].filter((id) => !held.includes(id) && !removed.has(id) && !doubtful.has(id));
        const back = two.initial.filter((id) => held.includes(id) && removed.has(id));
        assert.deepEqual({ lost, back }, { lost: [], back: [] });
      });
      await fc.assert(runs, { seed: 20_261_115, numRuns: 200, endOnFailure: true });
    });
  });
}
