import assert from "node:assert/strict";
import type { FormPanel } from "../../../src/features/form/formPanel.ts";
import type { Editing } from "../../../src/store/editing.ts";
import { said } from "../../support/fixtures/draftFolder.ts";
import { Desk, fieldNamed, line, save, signal, type } from "../../support/fixtures/formFixture.ts";
import { withPlainWords } from "../../support/fixtures/plainWords.ts";

const bugs = 11;

describe("the notice of a save at the same moment as someone else's", () => {
  let desk: Desk;
  let editing: Editing;
  let title: number;
  let them: string;

  beforeEach(async () => {
    desk = await Desk.open("product");
    them = desk.server.accounts.member.realName;
    const id = await desk.anArtifactOf(bugs);
    editing = await desk.open(desk.subject(id), bugs);
    title = fieldNamed(editing, "title").id;
    const customer = fieldNamed(editing, "customer").id;
    const write = (fieldId: number, value: string): void =>
      desk.server.write(id, { values: [{ field_id: fieldId, value }] });
    desk.server.clock.advance(5000);
    write(title, "First");
    write(customer, "Nobody");
    await editing.look(signal);
    type(editing, "title", line("Mine"));
    const act = (): void => {
      write(title, "Theirs");
      write(customer, "Somebody");
    };
    desk.server.faults.add({ method: "PUT", path: /./, times: 1, fault: { kind: "meanwhile", act } });
    assert.equal((await save(editing)).kind, "saved");
  });
  afterEach(() => desk.close());

  it("shows both values of a field that both saved, with a choice, and what else they changed", async () => {
    const { noticesOf } = await withPlainWords(() => import("../../../src/features/form/notices.ts"));
    assert.deepEqual(noticesOf(editing, "Demo", false), [
      {
        id: "beside",
        outcome: undefined,
        severity: "warning",
        text: `${them} saved Title at the same moment as you. The form shows what was saved last: choose which value to use.`,
        details: [`${them} changed Reported by customer: Nobody → Somebody`],
        choices: [
          {
            text: "Title: yours “Mine”, theirs “Theirs”",
            actions: [
              { id: `useMine ${title}`, label: "Use Mine" },
              { id: `useTheirs ${title}`, label: "Use Theirs" },
            ],
          },
        ],
        actions: [{ id: "dismiss", label: "Dismiss" }],
      },
    ]);
  });

  it("puts what was chosen into its field, and goes", async () => {
    const { FormActions } = await withPlainWords(() => import("../../../src/features/form/formActions.ts"));
    const focused: unknown[] = [];
    const panel = { editing, focus: (target: unknown) => focused.push(target) } as unknown as FormPanel;
    const actions = new FormActions({} as never, {} as never, {} as never);
    await actions.act(panel, "beside", `useTheirs ${title}`);
    assert.deepEqual([said(editing), focused, editing.notices], ["Theirs", [title], []]);
    await actions.act(panel, "beside", `useMine ${title}`);
    assert.deepEqual([said(editing), focused], ["Theirs", [title]]);
  });
});
