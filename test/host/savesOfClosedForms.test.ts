import assert from "node:assert/strict";
import type { FormOpener } from "../../src/features/form/formOpener.ts";
import { SavesOfClosedForms } from "../../src/features/form/savesOfClosedForms.ts";
import type { Services } from "../../src/services.ts";
import type { DraftStore } from "../../src/store/draftStore.ts";
import type { StoredDraft } from "../../src/store/storedDraft.ts";
import {
  createLineInput,
  editField,
  FormFixture,
  getField,
  neverAborted,
} from "../support/fixtures/formFixture.ts";
import { FakeDialogs } from "./fakeDialogs.ts";

const bugs = 11;

describe("saves of closed forms", () => {
  let fixture: FormFixture;
  let dialogs: FakeDialogs;
  let drafts: DraftStore;
  let saves: SavesOfClosedForms;
  let removeFault: () => void;

  beforeEach(async () => {
    fixture = await FormFixture.open("product");
    dialogs = new FakeDialogs();
    drafts = fixture.folder.openWindow("other");
    const services = {
      sites: fixture.store.sites,
      drafts,
      errorHandler: { runInBackground: (_: string, action: () => Promise<void>) => void action() },
    };
    saves = new SavesOfClosedForms(
      services as unknown as Services,
      fixture.getForms("other"),
      undefined as unknown as FormOpener,
    );
    await saveAndClose();
  });
  afterEach(async () => {
    dialogs.restore();
    await fixture.close();
  });

  /** Saves at the same time as somebody else, and closes the form before that is known. */
  async function saveAndClose(): Promise<void> {
    const artifactId = await fixture.getFirstArtifactId(bugs);
    const { session, release } = fixture.getForms().open(fixture.site, fixture.createSubject(artifactId));
    await session.load(undefined, neverAborted);
    editField(session, "title", createLineInput("Mine"));
    const { id } = getField(session, "customer");
    fixture.server.clock.advance(5000);
    const fault = { kind: "status", status: 500 } as const;
    removeFault = fixture.server.faults.add({ path: /changesets/, fault });
    assert.equal((await session.save("checked", neverAborted)).kind, "saved");
    fixture.server.updateArtifact(artifactId, { values: [{ field_id: id, value: "Theirs" }] });
    await session.whenChecked();
    await release();
  }

  /** Lists the drafts, as the tree does, and checks the saves among them. */
  async function checkSaves(): Promise<void> {
    let found: readonly StoredDraft[] = [];
    const subscription = drafts.onDidFindUncheckedSaves.event((unchecked) => {
      found = unchecked;
    });
    await drafts.list();
    subscription.dispose();
    assert.equal(found.length, 1);
    await saves.check(found);
  }

  it("are reported once per window", async () => {
    removeFault();
    await Promise.all([checkSaves(), checkSaves()]);
    await checkSaves();
    assert.equal(dialogs.messages.length, 1);
    assert.match(dialogs.messages[0] ?? "", /saved changes to .* at the same time as you/);
  });

  it("are checked again when the site is available, not each time the drafts are listed", async () => {
    const countRequests = (): number => fixture.countRequests("GET", /changesets/);
    await checkSaves();
    assert.deepEqual(dialogs.messages, []);
    const before = countRequests();
    await checkSaves();
    assert.equal(countRequests(), before);
    removeFault();
    let checking: Promise<void> | undefined;
    const subscription = drafts.onDidFindUncheckedSaves.event((unchecked) => {
      checking = saves.check(unchecked);
    });
    await saves.retry();
    await checking;
    subscription.dispose();
    assert.equal(dialogs.messages.length, 1);
  });
});
