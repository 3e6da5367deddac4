import assert from "node:assert/strict";
import type { FormNavigation } from "../../src/features/form/formNavigation.ts";
import { FormOpener } from "../../src/features/form/formOpener.ts";
import type { FormPanels } from "../../src/features/form/formPanels.ts";
import type { Services } from "../../src/services.ts";
import { type PendingComment, PendingComments } from "../../src/store/commits/pendingComments.ts";
import { ErrorHandler } from "../../src/vscode/errorHandler.ts";
import { Log } from "../../src/vscode/log.ts";
import { createTestStore } from "../support/fixtures/testStore.ts";
import { waitUntil } from "../support/wait.ts";
import { createMemento } from "../unit/commits/memento.ts";

describe("FormOpener", () => {
  const comment: PendingComment = {
    key: "a",
    siteApi: "https://tuleap.example.com/api",
    uri: "file:///project/tide.ts",
    anchor: { text: "TODO: mend", start: undefined, isUnique: true },
  };
  let log: Log;
  let opener: FormOpener;
  let pending: PendingComments;
  let written: (readonly [key: string, artifactId: number])[];

  beforeEach(() => {
    log = new Log("Forms under test");
    written = [];
    const workspaceState = createMemento();
    pending = new PendingComments(workspaceState);
    const addReferenceToComment: Services["features"]["commits"]["addReferenceToComment"] = (
      { key },
      artifactId,
    ) => Promise.resolve(void written.push([key, artifactId]));
    const services = {
      ...createTestStore([]),
      workspaceState,
      errorHandler: new ErrorHandler(log, () => undefined),
      features: { commits: { addReferenceToComment } },
    };
    // These tests use neither panels nor navigation.
    opener = new FormOpener(services as unknown as Services, {} as FormPanels, {} as FormNavigation);
  });
  afterEach(() => {
    opener.dispose();
    log.dispose();
  });

  it("hands a new artifact to the comment that its form was opened from, once", async () => {
    await pending.add(comment);
    opener.handleCreated("b", 11);
    opener.handleCreated("a", 12);
    await waitUntil("the comment is done", () => pending.get("a") === undefined);
    opener.handleCreated("a", 13);
    assert.deepEqual(written, [["a", 12]]);
  });

  it("forgets the comment if the draft was discarded", async () => {
    await pending.add(comment);
    await pending.add({ ...comment, key: "b" });
    opener.handleDiscarded("a");
    opener.handleCreated("a", 12);
    opener.handleCreated("b", 13);
    assert.deepEqual(written, [["b", 13]]);
  });
});
