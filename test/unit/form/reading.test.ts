import assert from "node:assert/strict";
import { troubleReading } from "../../../src/features/form/reading.ts";
import { Cancelled, Forbidden } from "../../../src/model/failure.ts";
import { Editing } from "../../../src/store/editing.ts";
import type { FormBackend } from "../../../src/store/formBackend.ts";
import type { Base } from "../../../src/store/keptDraft.ts";
import { baseOf } from "../../support/fixtures/bases.ts";
import { artifact, DraftFolder } from "../../support/fixtures/draftFolder.ts";
import { formWith } from "../../support/fixtures/formParts.ts";

describe("reading a form", () => {
  let folder: DraftFolder;
  let editing: Editing | undefined;

  beforeEach(async () => {
    folder = await DraftFolder.make();
  });
  afterEach(async () => {
    await editing?.close();
    await folder.close();
  });

  function formOf(read: FormBackend["read"]): Editing {
    const never = (): Promise<never> => Promise.reject(new Error("Nothing is sent here."));
    const nothing = { writingsSince: never, historyLength: never, writtenBeside: never };
    const drafts = folder.window("here");
    editing = new Editing(
      { drafts, now: Date.now, read, send: never, judge: never, ...nothing },
      artifact(7),
    );
    return editing;
  }

  const { signal } = new AbortController();
  const request = { method: "GET", url: "https://a.example/api/artifacts/7" } as const;
  const prepare = (): void => undefined;
  const options = { remembered: undefined, prepare, signal };

  for (const [what, error] of [
    ["a mistake of ours", new RangeError("Too deep")],
    ["a refusal", new Forbidden(request)],
  ] as const) {
    it(`tells of ${what}, and can be tried again`, async () => {
      const answers: readonly (() => Promise<Base>)[] = [
        () => Promise.reject(error),
        () => Promise.resolve(baseOf(formWith([]))),
      ];
      let asked = 0;
      const form = formOf(() => {
        asked += 1;
        return answers[asked - 1]?.() ?? assert.fail();
      });
      assert.deepEqual(await troubleReading(form, options), { error });
      assert.equal(form.base, undefined);
      assert.equal(await troubleReading(form, options), undefined);
      assert.ok(form.base);
    });
  }

  it("tells of what goes wrong with what is typed in first", async () => {
    const error = new TypeError("Not prepared");
    const form = formOf(() => Promise.resolve(baseOf(formWith([]))));
    const failing = (): void => {
      throw error;
    };
    assert.deepEqual(await troubleReading(form, { ...options, prepare: failing }), { error });
  });

  it("tells nothing where nobody waits any more", async () => {
    const form = formOf(() => Promise.reject(new Cancelled(request)));
    assert.equal(await troubleReading(form, options), undefined);
  });
});
