// Changes saved by forms and quick edits, stored for undo as in a window.
import assert from "node:assert/strict";
import type { Tracker } from "../../../../src/model/tracker.ts";
import type { FieldEditRequest } from "../../../../src/model/triage/fieldEditRequest.ts";
import { findField } from "../../../../src/model/form/form.ts";
import { toInputText } from "../../../../src/model/form/input.ts";
import {
  ArtifactLoader,
  toSelectedArtifact,
  type SelectedArtifact,
} from "../../../../src/store/triage/artifactLoader.ts";
import { type BulkResultItem, toUndoableItems, undoBulkEdit } from "../../../../src/store/triage/bulkEdit.ts";
import { quickEdit } from "../../../../src/store/triage/quickEdit.ts";
import { type SavedChange, SavedChanges } from "../../../../src/store/triage/savedChanges.ts";
import type { Dialect } from "../../../simulator/simulator.ts";
import type { SimulatedAccount } from "../../../simulator/state/user.ts";
import {
  createChoiceInput,
  createLineInput,
  editField,
  FormFixture,
  neverAborted,
  saveForm,
} from "../../../support/fixtures/formFixture.ts";
import { bugsTrackerId } from "./triageStoreFixture.ts";

type TrackerField = Tracker["fields"][number];

/** Texts of fields by their names; `comment` adds a comment. */
export type FieldTexts = Readonly<Record<string, string>>;

export class UndoFixture {
  readonly formFixture: FormFixture;
  savedChanges: SavedChanges;

  private constructor(formFixture: FormFixture) {
    this.formFixture = formFixture;
    this.savedChanges = this.openSavedChanges();
    formFixture.store.catalog.onDidSaveChange.event((change) => void this.savedChanges.put(change));
  }

  static async open(dialect: Dialect): Promise<UndoFixture> {
    return new UndoFixture(await FormFixture.open(dialect));
  }

  /** As in another window, or after a reload. */
  openSavedChanges(): SavedChanges {
    const { store, folder } = this.formFixture;
    return new SavedChanges({
      folder: folder.getSiblingPath("changes"),
      isSignedIn: async (api, accountId) =>
        (await store.accounts.list(api)).some(({ account }) => account.id === accountId),
    });
  }

  /** As in another window, or after a reload. */
  createLoader(): ArtifactLoader {
    const { store, site, server } = this.formFixture;
    return new ArtifactLoader({
      site,
      catalog: store.catalog,
      clock: {
        now: () => server.clock.now(),
        pause: (milliseconds) => {
          server.clock.advance(milliseconds);
          return Promise.resolve();
        },
      },
    });
  }

  get accountId(): string {
    return String(this.formFixture.server.accounts.admin.id);
  }

  /** Newest first. */
  list(): Promise<readonly SavedChange[]> {
    return this.savedChanges.list(this.formFixture.site.api, this.accountId);
  }

  async getNewest(): Promise<SavedChange> {
    return (await this.list())[0] ?? assert.fail("no change is listed");
  }

  takeArtifactId(): Promise<number> {
    return this.formFixture.getFirstArtifactId(bugsTrackerId);
  }

  /** Changes fields in a form, and closes it. */
  async saveInForm(artifactId: number, texts: FieldTexts): Promise<void> {
    const { formFixture } = this;
    formFixture.server.clock.advance(3000);
    const subject = formFixture.createSubject(artifactId);
    const handle = formFixture.getForms().open(formFixture.site, subject, { trackerId: bugsTrackerId });
    const { session } = handle;
    await session.load(undefined, neverAborted);
    for (const [name, text] of Object.entries(texts)) {
      if (name === "comment") editField(session, name, { kind: "text", source: text, format: "commonmark" });
      else if (name === "title") editField(session, name, createLineInput(text));
      else editField(session, name, createChoiceInput(session, name, text));
    }
    assert.equal((await saveForm(session)).kind, "saved");
    await handle.release();
    formFixture.server.clock.advance(3000);
  }

  async select(artifactId: number, loader = this.createLoader()): Promise<SelectedArtifact> {
    const identity = { row: { id: artifactId }, trackerId: bugsTrackerId };
    return toSelectedArtifact(identity, await loader.load(identity, neverAborted));
  }

  async #getField(name: string): Promise<TrackerField> {
    const { store, site } = this.formFixture;
    const { fields } = await store.catalog.getSite(site).loadTracker(bugsTrackerId);
    return fields.find((each) => each.name === name) ?? assert.fail(name);
  }

  async getFieldId(name: string): Promise<number> {
    return (await this.#getField(name)).id;
  }

  async createEdit(name: string, label: string): Promise<FieldEditRequest> {
    const field = await this.#getField(name);
    const choice = field.choices?.find((each) => each.label === label) ?? assert.fail(label);
    const values = [{ id: choice.id, label }];
    return { kind: "choices", field: { by: "id", fieldId: field.id }, operation: "set", values };
  }

  async quickEdit(artifactId: number, name: string, label: string): Promise<void> {
    const loader = this.createLoader();
    const request = await this.createEdit(name, label);
    const { server } = this.formFixture;
    server.clock.advance(3000);
    const outcome = await quickEdit(loader, await this.select(artifactId, loader), request, neverAborted);
    assert.equal(outcome.kind, "done");
    server.clock.advance(3000);
  }

  /** Undoes a change as another window would do it. */
  async undo(
    change: SavedChange,
    mode: "checked" | "anyway" = "checked",
    signal = neverAborted,
  ): Promise<readonly BulkResultItem[]> {
    const loader = this.createLoader();
    const { siteApi, accountId } = change;
    // Waits until everything is on disk.
    await this.list();
    const ownChanges = await this.openSavedChanges().loadAll(siteApi, accountId);
    return undoBulkEdit(loader, toUndoableItems(loader, change), signal, undefined, { ownChanges, mode });
  }

  async undoNewest(mode: "checked" | "anyway" = "checked"): Promise<BulkResultItem> {
    const [result] = await this.undo(await this.getNewest(), mode);
    return result ?? assert.fail("nothing was undone");
  }

  async setAsOther(artifactId: number, name: string, text: string, by?: SimulatedAccount): Promise<void> {
    const { server } = this.formFixture;
    const field = await this.#getField(name);
    const choice = field.choices?.find(({ label }) => label === text);
    const value = choice === undefined ? { value: text } : { bind_value_ids: [choice.id as number] };
    server.clock.advance(3000);
    const author = by ?? server.accounts.member;
    server.updateArtifact(artifactId, { values: [{ field_id: field.id, ...value }], by: author });
    server.clock.advance(3000);
  }

  /** The texts of some fields on the server. */
  async readTexts(artifactId: number, names: readonly string[]): Promise<FieldTexts> {
    const loader = this.createLoader();
    const identity = { row: { id: artifactId }, trackerId: bugsTrackerId };
    const { form } = (await loader.load(identity, neverAborted)).base;
    return Object.fromEntries(
      names.map((name) => {
        const id = form.fields.find((field) => field.name === name)?.id ?? assert.fail(name);
        const input = findField(form, id)?.base;
        return [name, input === undefined ? "" : toInputText(input)];
      }),
    );
  }

  countChangesets(artifactId: number): number {
    return this.formFixture.server.getChangesets(artifactId).length;
  }

  async close(): Promise<void> {
    // Waits for pending writes.
    await this.list();
    await this.formFixture.close();
  }
}
