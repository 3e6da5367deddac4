import assert from "node:assert/strict";
import { Lamps } from "../support/fixtures/triageFixture.ts";
import { notification, pressButton } from "../support/window/messages.ts";
import { answer, pickItem, quickInputSaying } from "../support/window/quickInput.ts";
import { assertSoon } from "../support/wait.ts";
import { runRowCommand } from "../support/window/tree.ts";

interface LinkValue {
  readonly field_id: number;
  readonly links?: readonly { readonly id: number; readonly type?: string | null }[];
}

describe("a link made from a row", () => {
  let lamps: Lamps;

  before(async () => {
    lamps = await Lamps.open({ dialect: "product" });
  });
  after(() => lamps.close());

  /** Where the server has it linked to, with the kind of link where it knows kinds. */
  async function linked(artifactId: number): Promise<readonly unknown[]> {
    const values = (await lamps.read(artifactId))?.["values"] as readonly LinkValue[];
    const field = values.find(({ field_id }) => field_id === lamps.fieldId("links"));
    return (field?.links ?? []).map(({ id, type }) => [id, type ?? ""]);
  }

  async function choose(from: number, to: number): Promise<void> {
    await runRowCommand(lamps.row(from), "Link to Artifact…");
    await quickInputSaying(lamps.window.page, `Link #${from} to…`);
    await answer(lamps.window.page, `#${to}`);
  }

  it("never leads to the artifact itself", async () => {
    const from = lamps.next();
    await choose(from, from);
    await notification(lamps.window.page, "can't be linked to itself").waitFor();
    assert.deepEqual(await linked(from), []);
  });

  it("is there, and goes again by Undo", async () => {
    const [from, to] = [lamps.next(), lamps.next()];
    await choose(from, to);
    await quickInputSaying(lamps.window.page, "What kind of link");
    await lamps.window.pictures("decide-link-kind");
    await pickItem(lamps.window.page, "Blocks");
    const done = notification(lamps.window.page, `is linked to #${to} now.`);
    await done.waitFor();
    assert.deepEqual(await linked(from), [[to, "blocks"]]);
    await pressButton(done, "Undo");
    await assertSoon(async () => assert.deepEqual(await linked(from), []));
  });
});
