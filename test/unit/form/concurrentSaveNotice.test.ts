import assert from "node:assert/strict";
import type { FormPanel } from "../../../src/features/form/formPanel.ts";
import type { FormSession } from "../../../src/store/formSession.ts";
import { getDraftText } from "../../support/fixtures/draftFolder.ts";
import {
  FormFixture,
  getField,
  createLineInput,
  saveForm,
  neverAborted,
  editField,
} from "../../support/fixtures/formFixture.ts";
import { withVscodeStub } from "../../support/fixtures/vscodeStub.ts";

const bugs = 11;

describe("the notice about concurrent saves", () => {
  let fixture: FormFixture;
  let session: FormSession;
  let titleId: number;
  let otherUser: string;

  beforeEach(async () => {
    fixture = await FormFixture.open("product");
    otherUser = fixture.server.accounts.member.realName;
    const artifactId = await fixture.getFirstArtifactId(bugs);
    session = await fixture.open(fixture.createSubject(artifactId), bugs);
    titleId = getField(session, "title").id;
    const customerId = getField(session, "customer").id;
    const write = (fieldId: number, value: string): void =>
      fixture.server.updateArtifact(artifactId, { values: [{ field_id: fieldId, value }] });
    fixture.server.clock.advance(5000);
    write(titleId, "First");
    write(customerId, "Nobody");
    await session.checkForChanges(neverAborted);
    editField(session, "title", createLineInput("Mine"));
    const writeConcurrently = (): void => {
      write(titleId, "Theirs");
      write(customerId, "Somebody");
    };
    fixture.server.faults.add({
      method: "PUT",
      path: /./,
      times: 1,
      fault: { kind: "concurrentChange", act: writeConcurrently },
    });
    assert.equal((await saveForm(session)).kind, "saved");
  });
  afterEach(() => fixture.close());

  it("offers both values of a field that two users saved, and lists the other changes", async () => {
    const { toPageNotices } = await withVscodeStub(() => import("../../../src/features/form/pageNotices.ts"));
    assert.deepEqual(toPageNotices(session, "Demo", false), [
      {
        id: "concurrentWrites",
        outcome: undefined,
        severity: "warning",
        text: `${otherUser} saved Title at the same time as you. The form shows the value saved last. Select which value to use.`,
        details: [`${otherUser} changed Reported by customer: Nobody → Somebody`],
        choices: [
          {
            text: "Title: yours “Mine”, theirs “Theirs”",
            actions: [
              { id: `useMine ${titleId}`, label: "Use Mine" },
              { id: `useTheirs ${titleId}`, label: "Use Theirs" },
            ],
          },
        ],
        actions: [{ id: "dismiss", label: "Dismiss" }],
      },
    ]);
  });

  it("disappears after a choice, which edits the field", async () => {
    const { FormActions } = await withVscodeStub(() => import("../../../src/features/form/formActions.ts"));
    const focused: unknown[] = [];
    const panel = { session, focus: (target: unknown) => focused.push(target) } as unknown as FormPanel;
    const actions = new FormActions({} as never, {} as never, {} as never);
    await actions.runNoticeAction(panel, "concurrentWrites", `useTheirs ${titleId}`);
    assert.deepEqual([getDraftText(session), focused, session.notices], ["Theirs", [titleId], []]);
    await actions.runNoticeAction(panel, "concurrentWrites", `useMine ${titleId}`);
    assert.deepEqual([getDraftText(session), focused], ["Theirs", [titleId]]);
  });
});
