import assert from "node:assert/strict";
import { fieldText } from "../../../src/model/fields/registry.ts";
import type { FormField } from "../../../src/model/form/form.ts";
import { inputText } from "../../../src/model/form/input.ts";
import type { ShownChange } from "../../../src/protocol/page.ts";
import type { Base } from "../../../src/store/keptDraft.ts";
import { Desk } from "../../support/fixtures/formFixture.ts";
import { withPlainWords } from "../../support/fixtures/plainWords.ts";

const equipment = 13;

describe("an entry of the activity", () => {
  let desk: Desk;
  let artifactId: number;

  beforeEach(async () => {
    desk = await Desk.open("product");
    artifactId = await desk.anArtifactOf(equipment);
  });
  afterEach(() => desk.close());

  async function base(): Promise<Base> {
    const { base } = await desk.held(artifactId, equipment);
    return base ?? assert.fail("nothing was read");
  }

  async function field(name: string): Promise<FormField> {
    const { form } = await base();
    return form.fields.find((each) => each.name === name) ?? assert.fail(`no field ${name}`);
  }

  /** What the last writes have changed, the newest first. */
  async function newest(count: number): Promise<readonly (readonly ShownChange[])[]> {
    const { shownEntry } = await withPlainWords(() => import("../../../src/features/form/historyEntry.ts"));
    const now = await base();
    const history = desk.forms().history(desk.site, now) ?? assert.fail("there is no history");
    await history.readNewest();
    return history.entries.slice(0, count).map((entry) => shownEntry(entry, now.form, Date.now()).changes);
  }

  async function write(name: string, content: object): Promise<void> {
    const { id } = await field(name);
    desk.server.clock.advance(60_000);
    desk.server.write(artifactId, { by: desk.server.accounts.admin, values: [{ field_id: id, ...content }] });
  }

  it("names the attachments that were added and removed, and no others", async () => {
    const kept = { type: "text/plain", size: 3, artifactId };
    const [first, second, third] = ["one.txt", "two.txt", "three.txt"].map(
      (name) => desk.server.addFile({ ...kept, name }).id,
    );
    const { label, value } = await field("pictures");
    const others = (value?.kind === "files" ? value.files.map(({ id }) => id) : []).filter(
      (id) => id !== first && id !== second && id !== third,
    );
    const { id: fourth } = desk.server.addFile({ name: "four.txt", type: "text/plain", size: 3 });
    await write("pictures", { value: [...others, second, fourth] });
    await write("pictures", { value: [...others, second] });
    const files = (removed: string, added: string): ShownChange => ({ kind: "files", label, removed, added });
    assert.deepEqual(await newest(3), [
      [files("four.txt", "")],
      [files("one.txt, three.txt", "four.txt")],
      [files("", "three.txt")],
    ]);
  });

  it("and the form say which groups by the labels of the tracker, not by internal names", async () => {
    await write("visibility", { value: { granted_groups: ["102_3"] } });
    await write("visibility", { value: { granted_groups: ["102_14", "102_4"] } });
    await write("user_groups", { bind_value_ids: ["102_14", "102_3"] });
    await write("informed_groups", { value: { bind_value_objects: [{ id: "102_14" }] } });
    const change = ([shown]: readonly ShownChange[]): unknown =>
      shown?.kind === "value" ? [shown.before, shown.after] : shown;
    assert.deepEqual((await newest(3)).map(change), [
      ["Project members", "Wiki administrators"],
      ["Project members", "Wiki administrators, Project members"],
      ["Project members", "Wiki administrators, Project administrators"],
    ]);
    for (const name of ["visibility", "user_groups", "informed_groups"]) {
      const { value, base: input } = await field(name);
      const texts = [value && fieldText(value), input && inputText(input)];
      for (const text of texts) assert.match(text ?? "", /^Wiki administrators/, name);
    }
  });
});
