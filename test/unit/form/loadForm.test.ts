import assert from "node:assert/strict";
import { loadForm } from "../../../src/features/form/loadForm.ts";
import { Canceled, Forbidden } from "../../../src/model/failure.ts";
import { FormSession } from "../../../src/store/formSession.ts";
import type { FormBackend } from "../../../src/store/formBackend.ts";
import type { DraftBase } from "../../../src/store/storedDraft.ts";
import { createBase } from "../../support/fixtures/createBase.ts";
import { createArtifactSubject, DraftFolder } from "../../support/fixtures/draftFolder.ts";
import { createTestForm } from "../../support/fixtures/formBuilders.ts";

describe("loadForm", () => {
  let folder: DraftFolder;
  let session: FormSession | undefined;

  beforeEach(async () => {
    folder = await DraftFolder.create();
  });
  afterEach(async () => {
    await session?.close();
    await folder.close();
  });

  function createSession(loadBase: FormBackend["loadBase"]): FormSession {
    const reject = (): Promise<never> => Promise.reject(new Error("Unexpected request."));
    const history = {
      loadEntriesSince: reject,
      loadHistoryLength: reject,
      loadConcurrentEntries: reject,
    };
    const drafts = folder.openWindow("here");
    session = new FormSession(
      { drafts, now: Date.now, loadBase, save: reject, checkOutcome: reject, ...history },
      createArtifactSubject(7),
    );
    return session;
  }

  const { signal } = new AbortController();
  const request = { method: "GET", url: "https://a.example/api/artifacts/7" } as const;
  const options = { previousHolder: undefined, prefill: (): void => undefined, signal };

  for (const [name, error] of [
    ["an unexpected error", new RangeError("Too deep")],
    ["a failure", new Forbidden(request)],
  ] as const) {
    it(`returns ${name}, and can be retried`, async () => {
      const responses: readonly (() => Promise<DraftBase>)[] = [
        () => Promise.reject(error),
        () => Promise.resolve(createBase(createTestForm([]))),
      ];
      let requestCount = 0;
      const session = createSession(() => {
        requestCount += 1;
        return responses[requestCount - 1]?.() ?? assert.fail();
      });
      assert.deepEqual(await loadForm(session, options), { error });
      assert.equal(session.base, undefined);
      assert.equal(await loadForm(session, options), undefined);
      assert.ok(session.base);
    });
  }

  it("returns an error of prefill", async () => {
    const error = new TypeError("Not prefilled");
    const session = createSession(() => Promise.resolve(createBase(createTestForm([]))));
    const failingPrefill = (): void => {
      throw error;
    };
    assert.deepEqual(await loadForm(session, { ...options, prefill: failingPrefill }), { error });
  });

  it("returns nothing if it was canceled", async () => {
    const session = createSession(() => Promise.reject(new Canceled(request)));
    assert.equal(await loadForm(session, options), undefined);
  });
});
