// Servers may use the second of the last change as version, so another change within that second has the same version.
import assert from "node:assert/strict";
import { isEmptyDraft } from "../../../src/model/form/draft.ts";
import type { FormSession } from "../../../src/store/formSession.ts";
import { getDraftText } from "../../support/fixtures/draftFolder.ts";
import {
  FormFixture,
  getField,
  createLineInput,
  saveForm,
  neverAborted,
  summarizeNotices,
  editField,
} from "../../support/fixtures/formFixture.ts";
import { withVscodeStub } from "../../support/fixtures/vscodeStub.ts";

const bugs = 11;

describe("a form that is saved in the same second as another user's change", () => {
  let fixture: FormFixture;
  let id: number;
  let session: FormSession;
  let title: number;
  let customer: number;
  let them: string;

  beforeEach(async () => {
    fixture = await FormFixture.open("product");
    them = fixture.server.accounts.member.realName;
    id = await fixture.getFirstArtifactId(bugs);
    session = await fixture.open(fixture.createSubject(id), bugs);
    title = getField(session, "title").id;
    customer = getField(session, "customer").id;
    // The next change within this second doesn't alter the version.
    fixture.server.clock.advance(5000);
    fixture.server.updateArtifact(id, { values: [{ field_id: title, value: "First" }] });
    await session.checkForChanges(neverAborted);
  });
  afterEach(() => fixture.close());

  function changeAsOther(text: string, fieldId = title): void {
    fixture.server.updateArtifact(id, { values: [{ field_id: fieldId, value: text }] });
  }

  /** Saves; the other user's change comes just before it, or after the reload and before the history is loaded. */
  async function saveBeside(when: "before" | "after", act: () => void): Promise<void> {
    editField(session, "title", createLineInput("Mine"));
    const fault = { kind: "concurrentChange", act } as const;
    fixture.server.faults.add(
      when === "before"
        ? { method: "PUT", path: /./, times: 1, fault }
        : { method: "GET", path: /changesets/, skip: 1, times: 1, fault },
    );
    assert.equal((await saveForm(session)).kind, "saved");
  }

  function getShown(): readonly unknown[] {
    return [getField(session, "title").base, getDraftText(session)];
  }

  async function loadValue(): Promise<unknown> {
    return getField(await fixture.openAsReader(id, bugs), "title").base;
  }

  it("reports author, field and both values", async () => {
    await saveBeside("before", () => changeAsOther("Theirs"));
    assert.deepEqual(summarizeNotices(session), [
      ["concurrentWrites", [[them, ["Title"]]], ["Title", "Mine", "Theirs"]],
    ]);
    assert.deepEqual(getShown(), [createLineInput("Mine"), undefined]);
  });

  it("shows the server's value, also if the other change came after the reload", async () => {
    await saveBeside("after", () => changeAsOther("Theirs"));
    assert.deepEqual(
      [getShown(), await loadValue()],
      [[createLineInput("Theirs"), undefined], createLineInput("Theirs")],
    );
    assert.deepEqual(summarizeNotices(session), [
      ["concurrentWrites", [[them, ["Title"]]], ["Title", "Mine", "Theirs"]],
    ]);
  });

  it("waits until the second is over, so that no other change can have the same version", async () => {
    const saved = fixture.server.clock.now();
    fixture.onPause = () => changeAsOther("Theirs at last");
    await saveBeside("after", () => changeAsOther("Theirs"));
    assert.ok(Math.floor(fixture.server.clock.now() / 1000) > Math.floor(saved / 1000));
    assert.deepEqual(summarizeNotices(session), [
      [
        "concurrentWrites",
        [
          [them, ["Title"]],
          [them, ["Title"]],
        ],
        ["Title", "Mine", "Theirs at last"],
      ],
    ]);
    assert.deepEqual(getShown(), [createLineInput("Theirs at last"), undefined]);
  });

  it("doesn't wait without other changes", async () => {
    fixture.onPause = () => assert.fail("it waits");
    editField(session, "title", createLineInput("Mine"));
    assert.equal((await saveForm(session)).kind, "saved");
  });

  it("has nothing to resolve if the fields differ or the values are equal", async () => {
    await saveBeside("before", () => {
      changeAsOther("Mine");
      changeAsOther("Theirs", customer);
    });
    assert.deepEqual(summarizeNotices(session), [
      [
        "concurrentWrites",
        [
          [them, ["Reported by customer"]],
          [them, ["Title"]],
        ],
      ],
    ]);
  });

  for (const [when, side, text] of [
    ["before", "theirs", "Theirs"],
    ["after", "mine", "Mine"],
  ] as const) {
    it(`accepts ${side} and sends it with the next save, if the server has the other value`, async () => {
      await saveBeside(when, () => changeAsOther("Theirs"));
      const puts = fixture.countRequests("PUT");
      assert.equal(session.resolveConcurrentWrite(title, side), "accepted");
      assert.deepEqual(
        [getDraftText(session), summarizeNotices(session), fixture.countRequests("PUT")],
        [text, [], puts],
      );
      assert.equal((await saveForm(session)).kind, "saved");
      assert.deepEqual([await loadValue(), summarizeNotices(session)], [createLineInput(text), []]);
    });
  }

  for (const [when, side] of [
    ["before", "mine"],
    ["after", "theirs"],
  ] as const) {
    it(`sends nothing for ${side}, if the server has that value`, async () => {
      await saveBeside(when, () => changeAsOther("Theirs"));
      assert.equal(session.resolveConcurrentWrite(title, side), "accepted");
      assert.deepEqual([isEmptyDraft(session.draft), summarizeNotices(session)], [true, []]);
    });
  }

  it("asks about each field, and refuses a second choice", async () => {
    editField(session, "customer", createLineInput("My customer"));
    await saveBeside("before", () => {
      changeAsOther("Theirs");
      changeAsOther("Their customer", customer);
    });
    assert.equal(session.resolveConcurrentWrite(customer, "theirs"), "accepted");
    assert.equal(session.resolveConcurrentWrite(customer, "mine"), "refused");
    const [sibling] = summarizeNotices(session) as readonly (readonly unknown[])[];
    assert.deepEqual(sibling?.slice(2), [["Title", "Mine", "Theirs"]]);
    assert.deepEqual(
      session.draft.inputs.map(({ target, input }) => [target, input]),
      [[customer, createLineInput("Their customer")]],
    );
  });

  it("keeps asking about a field until it is resolved or saved again", async () => {
    editField(session, "customer", createLineInput("My customer"));
    await saveBeside("before", () => {
      changeAsOther("Theirs");
      changeAsOther("Their customer", customer);
    });
    fixture.server.clock.advance(60_000);
    editField(session, "title", createLineInput("Mine again"));
    assert.equal((await saveForm(session)).kind, "saved");
    const [sibling] = summarizeNotices(session) as readonly (readonly unknown[])[];
    assert.deepEqual(sibling?.slice(2), [["Reported by customer", "My customer", "Their customer"]]);
    fixture.server.clock.advance(60_000);
    editField(session, "customer", createLineInput("A third one"));
    assert.equal((await saveForm(session)).kind, "saved");
    assert.deepEqual(summarizeNotices(session), []);
  });

  async function saveWithoutHistory(): Promise<void> {
    const fault = { kind: "status", status: 503 } as const;
    fixture.server.faults.add({ method: "GET", path: /changesets/, skip: 1, times: 3, fault });
    await saveBeside("before", () => changeAsOther("Theirs"));
    assert.deepEqual(summarizeNotices(session), [["failed", "serverError", "refresh"]]);
  }

  for (const way of ["refresh", "recoverFromOffline"] as const) {
    it(`reports the change once the history can be loaded: ${way}`, async () => {
      await saveWithoutHistory();
      await session[way](neverAborted);
      assert.deepEqual(summarizeNotices(session), [
        ["concurrentWrites", [[them, ["Title"]]], ["Title", "Mine", "Theirs"]],
      ]);
    });
  }

  it("reports it before the next save would replace the other value", async () => {
    await saveWithoutHistory();
    editField(session, "title", createLineInput("Mine since"));
    assert.equal((await saveForm(session)).kind, "notSaved");
    assert.deepEqual(summarizeNotices(session), [
      ["concurrentWrites", [[them, ["Title"]]], ["Title", "Mine since", "Theirs"]],
    ]);
    const { toPageNotices } = await withVscodeStub(() => import("../../../src/features/form/pageNotices.ts"));
    const [notice] = toPageNotices(session, "Demo", false);
    assert.equal(notice?.outcome, "Not saved");
    assert.match(notice.details.join(), /Save again after you resolve the conflicts/);
    assert.deepEqual([getDraftText(session), await loadValue()], ["Mine since", createLineInput("Mine")]);
    assert.equal((await saveForm(session)).kind, "saved");
    assert.deepEqual([await loadValue(), summarizeNotices(session)], [createLineInput("Mine since"), []]);
  });

  it("saves another field and reports it then", async () => {
    await saveWithoutHistory();
    editField(session, "customer", createLineInput("My customer"));
    assert.equal((await saveForm(session)).kind, "saved");
    assert.deepEqual(summarizeNotices(session), [
      ["concurrentWrites", [[them, ["Title"]]], ["Title", "Mine", "Theirs"]],
    ]);
  });
});
