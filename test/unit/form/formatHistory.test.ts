import assert from "node:assert/strict";
import { toFieldText } from "../../../src/model/fields/registry.ts";
import type { FormField } from "../../../src/model/form/form.ts";
import { toInputText } from "../../../src/model/form/input.ts";
import type { HistoryChangeView } from "../../../src/protocol/formProtocol.ts";
import type { DraftBase } from "../../../src/store/storedDraft.ts";
import { FormFixture } from "../../support/fixtures/formFixture.ts";
import { withVscodeStub } from "../../support/fixtures/vscodeStub.ts";

const equipment = 13;

describe("formatHistoryEntry", () => {
  let fixture: FormFixture;
  let artifactId: number;

  beforeEach(async () => {
    fixture = await FormFixture.open("product");
    artifactId = await fixture.getFirstArtifactId(equipment);
  });
  afterEach(() => fixture.close());

  async function loadBase(): Promise<DraftBase> {
    const { base } = await fixture.openAsReader(artifactId, equipment);
    return base ?? assert.fail("the base isn't loaded");
  }

  async function loadField(name: string): Promise<FormField> {
    const { form } = await loadBase();
    return form.fields.find((each) => each.name === name) ?? assert.fail(`no field ${name}`);
  }

  /** The changes of the last writes, newest first. */
  async function loadChanges(count: number): Promise<readonly (readonly HistoryChangeView[])[]> {
    const { toHistoryEntryView } = await withVscodeStub(
      () => import("../../../src/features/form/formatHistory.ts"),
    );
    const currentBase = await loadBase();
    const session = { subject: fixture.createSubject(artifactId), base: currentBase };
    const history =
      fixture.getForms().createHistory(fixture.site, currentBase) ?? assert.fail("there is no history");
    await history.loadNewest();
    return history.entries
      .slice(0, count)
      .map((entry) => toHistoryEntryView(entry, session, Date.now()).changes);
  }

  async function writeField(name: string, content: object): Promise<void> {
    const { id } = await loadField(name);
    fixture.server.clock.advance(60_000);
    fixture.server.updateArtifact(artifactId, {
      by: fixture.server.accounts.admin,
      values: [{ field_id: id, ...content }],
    });
  }

  it("lists only the attachments that were added or removed", async () => {
    const options = { type: "text/plain", size: 3, artifactId };
    const [first, second, third] = ["one.txt", "two.txt", "three.txt"].map(
      (name) => fixture.server.addFile({ ...options, name }).id,
    );
    const { label, value } = await loadField("pictures");
    const otherIds = (value?.kind === "files" ? value.files.map(({ id }) => id) : []).filter(
      (id) => id !== first && id !== second && id !== third,
    );
    const { id: fourth } = fixture.server.addFile({ name: "four.txt", type: "text/plain", size: 3 });
    await writeField("pictures", { value: [...otherIds, second, fourth] });
    await writeField("pictures", { value: [...otherIds, second] });
    const createFileChange = (removed: string, added: string): HistoryChangeView => ({
      kind: "files",
      label,
      removed,
      added,
    });
    assert.deepEqual(await loadChanges(3), [
      [createFileChange("four.txt", "")],
      [createFileChange("one.txt, three.txt", "four.txt")],
      [createFileChange("", "three.txt")],
    ]);
  });

  it("shows the labels of user groups instead of internal names, as the form does", async () => {
    await writeField("visibility", { value: { granted_groups: ["102_3"] } });
    await writeField("visibility", { value: { granted_groups: ["102_14", "102_4"] } });
    await writeField("user_groups", { bind_value_ids: ["102_14", "102_3"] });
    await writeField("informed_groups", { value: { bind_value_objects: [{ id: "102_14" }] } });
    const getValues = ([change]: readonly HistoryChangeView[]): unknown =>
      change?.kind === "value" ? [change.before, change.after] : change;
    assert.deepEqual((await loadChanges(3)).map(getValues), [
      ["Project members", "Wiki administrators"],
      ["Project members", "Wiki administrators, Project members"],
      ["Project members", "Wiki administrators, Project administrators"],
    ]);
    for (const name of ["visibility", "user_groups", "informed_groups"]) {
      const { value, base: input } = await loadField(name);
      const texts = [value && toFieldText(value), input && toInputText(input)];
      for (const text of texts) assert.match(text ?? "", /^Wiki administrators/, name);
    }
  });
});
