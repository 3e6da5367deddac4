import assert from "node:assert/strict";
import type { Notice } from "../../../src/protocol/page.ts";
import type { Editing } from "../../../src/store/editing.ts";
import { Desk, line, save, type } from "../../support/fixtures/formFixture.ts";
import { withPlainWords } from "../../support/fixtures/plainWords.ts";

const bugs = 11;
const { signal } = new AbortController();

describe("what a form tells, in words", () => {
  let desk: Desk;
  let id: number;
  let editing: Editing;
  let noticesOf: (editing: Editing, site: string, isOffline: boolean) => readonly Notice[];

  before(async () => {
    ({ noticesOf } = await withPlainWords(() => import("../../../src/features/form/notices.ts")));
  });
  beforeEach(async () => {
    desk = await Desk.open("product");
    id = await desk.anArtifactOf(bugs);
    editing = await desk.open(desk.subject(id), bugs);
    type(editing, "title", line("Mine"));
  });
  afterEach(() => desk.close());

  it("is that it was deleted, and that what was typed is still here", async () => {
    desk.server.removeArtifact(id);
    await save(editing);
    const [{ severity, text } = assert.fail("nothing is told")] = noticesOf(editing, "Demo", false);
    assert.match(text, /^This was deleted on Demo, .* What you typed is still here\.$/);
    assert.notEqual(severity, "info");
  });

  it("is that it shows what was last typed while the server can't be reached, until another try succeeds", async () => {
    await desk.forms().close();
    const heal = desk.server.faults.add({ path: /artifacts/, fault: { kind: "drop" } });
    const again = await desk.open(desk.subject(id), bugs, "later");
    const stale = (): readonly Notice[] =>
      noticesOf(again, "Demo", false).filter(({ details }) =>
        details.includes("What you see is from when you last typed here."),
      );
    const [{ actions } = assert.fail("nothing is told")] = stale();
    assert.deepEqual(actions, [{ id: "refresh", label: "Try Again" }]);
    heal();
    await again.refresh(signal);
    assert.deepEqual(stale(), []);
  });
});
