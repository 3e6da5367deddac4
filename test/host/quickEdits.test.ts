import assert from "node:assert/strict";
import type { TriageTarget } from "../../src/protocol/commandArguments.ts";
import { createChoiceInput, editField } from "../support/fixtures/formFixture.ts";
import { assertEventually, waitUntil } from "../support/wait.ts";
import { QuickEditFixture } from "./quickEditFixture.ts";

const [bugs, requests] = [11, 12];

describe("quick edits", () => {
  let fixture: QuickEditFixture;

  before(async () => {
    fixture = await QuickEditFixture.open("product");
  });
  beforeEach(() => fixture.reset());
  after(() => fixture.close());

  it("set the status, show it, and can be undone", async () => {
    const artifact = await fixture.takeArtifact();
    fixture.itemToPick = "Broken";
    fixture.buttonsToPress = ["Undo"];
    const statuses: unknown[] = [];
    fixture.onPrompt = async () => statuses.push(await fixture.fetchStatus(artifact));
    await fixture.quickEdits.setStatus(artifact);
    const name = `#${artifact.artifactId} Pier lamp`;
    await fixture.waitForMessages(`${name}: Status is now Broken.`, `Undid the change to ${name}.`);
    assert.deepEqual(fixture.shownPickLists, [["Lit current", "Flickering", "Broken"]]);
    await assertEventually(() => Promise.resolve(assert.deepEqual(statuses, ["Broken", "Lit"])));
  });

  it("list only statuses that the workflow allows", async () => {
    const receivedRequest = (await fixture.getRows(requests)).find(
      ({ artifact }) => artifact?.status === "Received",
    );
    fixture.itemToPick = "no such status";
    await fixture.quickEdits.setStatus(receivedRequest ?? assert.fail("no request has this status"));
    const [choices = []] = fixture.shownPickLists;
    assert.ok(choices.includes("Received current") && choices.includes("Accepted"), choices.join());
    assert.ok(!choices.includes("Answered"), choices.join());
    assert.deepEqual(fixture.messages, []);
  });

  it("reopen an artifact with one of the open statuses that the workflow allows", async () => {
    const findClosed = async (trackerId: number, status?: string): Promise<TriageTarget> => {
      const row = (await fixture.getRows(trackerId)).find(
        ({ artifact }) => artifact?.isOpen === false && (status === undefined || artifact.status === status),
      );
      return { ...(row ?? assert.fail("no closed artifact")), isReopened: true };
    };
    const bug = await findClosed(bugs);
    fixture.itemToPick = "Confirmed";
    await fixture.quickEdits.setStatus(bug);
    assert.deepEqual(fixture.shownPickLists, [["New", "Confirmed", "In progress"]]);
    assert.equal(await fixture.fetchStatus(bug), "Confirmed");
    await fixture.waitForMessages(/Status is now Confirmed\.$/);
    fixture.reset();
    await fixture.quickEdits.setStatus(await findClosed(requests, "Refused"));
    await fixture.waitForMessages(/^The workflow doesn't allow this transition for /);
    assert.deepEqual(fixture.shownPickLists, []);
  });

  it("ask for confirmation if the artifact has changed since it was shown", async () => {
    const artifact = await fixture.takeArtifact();
    fixture.setTitleAsOther(artifact, "Lamp that matters");
    fixture.itemToPick = "Broken";
    const question = new RegExp(
      `^#${artifact.artifactId} Lamp that matters has changed since you last loaded it\\.\\nCurrent version: .*Lamp that matters`,
    );
    const { writeRequestCount } = fixture;
    await fixture.quickEdits.setStatus(artifact);
    await fixture.waitForMessages(question);
    assert.deepEqual(
      [fixture.writeRequestCount - writeRequestCount, await fixture.fetchStatus(artifact)],
      [0, "Lit"],
    );
    fixture.reset();
    fixture.buttonsToPress = ["Change Anyway"];
    await fixture.quickEdits.setStatus(artifact);
    await fixture.waitForMessages(question, /Status is now Broken\.$/);
    assert.equal(await fixture.fetchStatus(artifact), "Broken");
  });

  it("assign an artifact to the current user, and to nobody", async () => {
    const [bug = assert.fail("no bug")] = await fixture.getRows(bugs);
    const { admin } = fixture.formFixture.server.accounts;
    const assignees = async (): Promise<readonly number[]> => {
      const users = (await fixture.fetchArtifact(bug.artifactId))?.["assignees"];
      return (users as readonly { readonly id: number }[]).map(({ id }) => id);
    };
    await fixture.quickEdits.assignToMe(bug);
    assert.ok((await assignees()).includes(admin.id));
    fixture.reset();
    fixture.itemToPick = "Unassigned";
    await fixture.quickEdits.assign(await fixture.getRow(bugs, bug.artifactId));
    const currentRows = fixture.shownPickLists.flat().filter((row) => row.endsWith(" current"));
    assert.ok(currentRows.length === 1 && currentRows[0]?.startsWith(admin.realName), currentRows.join());
    assert.deepEqual(await assignees(), []);
  });

  it("of several artifacts open a table with field and value selected", async () => {
    const several = [await fixture.takeArtifact(), await fixture.takeArtifact()];
    const [first] = several;
    const { admin } = fixture.formFixture.server.accounts;
    await fixture.quickEdits.setStatus(first, several);
    await fixture.comments.add(first, several);
    await fixture.quickEdits.openBulkEdit(first, several);
    await fixture.quickEdits.assignToMe(first, several);
    const createBulkEdit = (role?: string, values?: unknown): unknown => ({
      artifacts: several,
      ...(role !== undefined && { field: { by: "role", role } }),
      ...(values !== undefined && { values }),
    });
    const currentUser = [{ id: admin.id, label: admin.realName }];
    assert.deepEqual(
      fixture.executedCommands,
      [
        createBulkEdit("status"),
        createBulkEdit(),
        createBulkEdit(),
        createBulkEdit("assignee", currentUser),
      ].map((each) => ["table.openBulkEdit", each]),
    );
    await fixture.links.link(first, several);
    assert.deepEqual(fixture.messages, [
      "You can link only one artifact at a time. Select a single artifact.",
    ]);
    assert.deepEqual([fixture.shownPickLists, fixture.inputBoxCount], [[], 0]);
  });

  const commands: Readonly<
    Record<string, (...args: [TriageTarget | { view: "artifacts.tree" }, TriageTarget[]?]) => Promise<void>>
  > = {
    "Set Status": (...args) => fixture.quickEdits.setStatus(...args),
    Assign: (...args) => fixture.quickEdits.assign(...args),
    "Assign to Me": (...args) => fixture.quickEdits.assignToMe(...args),
    "Change Field": (...args) => fixture.quickEdits.openBulkEdit(...args),
    "Add Comment": (...args) => fixture.comments.add(...args),
    "Link to Artifact": (...args) => fixture.links.link(...args),
    Delete: (...args) => fixture.deletion.deleteArtifacts(...args),
  };

  for (const [commandName, run] of Object.entries(commands)) {
    it(`show a message for artifacts of several sites, or for none (${commandName})`, async () => {
      const artifact = (await fixture.getRows(fixture.tracker.id))[0] ?? assert.fail("no artifact");
      const otherSiteArtifact = { ...artifact, siteApi: "https://elsewhere.example/api" };
      const { writeRequestCount } = fixture;
      await run(artifact, [artifact, otherSiteArtifact]);
      fixture.selection = [artifact, otherSiteArtifact];
      await run({ view: "artifacts.tree" });
      fixture.selection = [];
      await run({ view: "artifacts.tree" });
      const message = "The selected artifacts are on different sites. Select artifacts from one site only.";
      assert.deepEqual(fixture.messages, [message, message, "Select an artifact first."]);
      assert.deepEqual(
        [fixture.shownPickLists, fixture.inputBoxCount, fixture.executedCommands, fixture.writeRequestCount],
        [[], 0, [], writeRequestCount],
      );
    });
  }

  it("don't change a field with an edit in the draft", async () => {
    const artifact = await fixture.takeArtifact();
    const session = await fixture.formFixture.open(
      fixture.formFixture.createSubject(artifact.artifactId),
      fixture.tracker.id,
    );
    editField(session, "status", createChoiceInput(session, "status", "Flickering"));
    fixture.buttonsToPress = ["Open Form"];
    await fixture.quickEdits.setStatus(artifact);
    await fixture.waitForMessages(
      `You have an unsaved change to Status in the form for #${artifact.artifactId} Pier lamp. Change it there.`,
    );
    assert.deepEqual([fixture.shownPickLists, await fixture.fetchStatus(artifact)], [[], "Lit"]);
    await assertEventually(() => {
      const [command, target] = fixture.executedCommands.at(-1) ?? [];
      assert.deepEqual(
        [command, (target as TriageTarget | undefined)?.artifactId],
        ["artifacts.openArtifact", artifact.artifactId],
      );
      return Promise.resolve();
    });
  });

  it("with a conflict continue in the form, with the value that was shown", async () => {
    const artifact = await fixture.takeArtifact();
    fixture.runDuringSave(() => fixture.setTitleAsOther(artifact, "Theirs"));
    fixture.itemToPick = "Broken";
    fixture.buttonsToPress = ["Open and Resolve"];
    await fixture.quickEdits.setStatus(artifact);
    await fixture.waitForMessages(/ was changed by someone else\. Your change wasn't saved\.$/);
    const [, , request, before] = await fixture.waitForFormWithEdit(artifact, { kind: "choices" });
    assert.deepEqual(
      [request, before].map((each) => JSON.stringify(each).match(/Lit|Flickering|Broken/g)),
      [["Broken"], ["Lit"]],
    );
    assert.equal(await fixture.fetchStatus(artifact), "Lit");
  });

  it("link an artifact to another one, can be undone, and don't link it to itself", async () => {
    const [from, to] = [await fixture.takeArtifact(), await fixture.takeArtifact()];
    const fetchLinks = async (): Promise<readonly unknown[]> => {
      const values = (await fixture.fetchArtifact(from.artifactId))?.["values"] as readonly {
        readonly field_id: number;
        readonly links?: readonly { readonly id: number; readonly type?: string | null }[];
      }[];
      const field = values.find(({ field_id }) => field_id === fixture.tracker.fieldId("links"));
      return (field?.links ?? []).map(({ id, type }) => [id, type ?? ""]);
    };
    fixture.pickedArtifact = from;
    await fixture.links.link(from);
    assert.deepEqual(fixture.messages, ["An artifact can't be linked to itself. Select a different one."]);
    assert.deepEqual(await fetchLinks(), []);
    fixture.reset();
    fixture.pickedArtifact = to;
    fixture.itemToPick = "Blocks";
    fixture.buttonsToPress = ["Undo"];
    const links: unknown[] = [];
    fixture.onPrompt = async () => links.push(await fetchLinks());
    await fixture.links.link(from);
    await fixture.waitForMessages(
      `Linked #${from.artifactId} Pier lamp to #${to.artifactId}.`,
      `Undid the change to #${from.artifactId} Pier lamp.`,
    );
    assert.deepEqual(fixture.shownPickLists, [["Linked to", "Blocks"]]);
    await assertEventually(() => Promise.resolve(assert.deepEqual(links, [[[to.artifactId, "blocks"]], []])));
  });
});

describe("a quick comment", () => {
  let fixture: QuickEditFixture;

  const listDraftInputs = async (): Promise<readonly unknown[]> =>
    (await fixture.formFixture.folder.readDrafts()).flatMap(({ draft }) =>
      draft.inputs.map(({ target, input }) => [target, input.kind === "text" ? input.source : input]),
    );

  afterEach(() => fixture.close());

  it("is added, and a message shows it", async () => {
    fixture = await QuickEditFixture.open("product");
    const artifact = await fixture.takeArtifact();
    fixture.textToType = "The glass is cracked";
    await fixture.comments.add(artifact);
    await fixture.waitForMessages(`Added your comment to #${artifact.artifactId} Pier lamp.`);
    assert.deepEqual(fixture.getComments(artifact), ["The glass is cracked"]);
    await assertEventually(async () => assert.deepEqual(await listDraftInputs(), []));
  });

  it("stays in the draft if the connection is lost, and continues in the form", async () => {
    fixture = await QuickEditFixture.open("product");
    const artifact = await fixture.takeArtifact();
    fixture.textToType = "Wires are loose";
    fixture.buttonsToPress = ["Open"];
    fixture.formFixture.server.faults.add({ method: "PUT", path: /artifacts/, fault: { kind: "drop" } });
    await fixture.comments.add(artifact);
    await fixture.waitForMessages(
      / Your comment on #\d+ Pier lamp wasn't added\. It's still in your local draft\.$/,
    );
    assert.deepEqual(await listDraftInputs(), [["comment", "Wires are loose"]]);
    await fixture.waitForFormWithEdit(artifact, { kind: "comment", source: "" });
    assert.deepEqual(fixture.getComments(artifact), []);
  });

  it("of several lines continues in the form, since an input box has one line", async () => {
    fixture = await QuickEditFixture.open("product");
    const artifact = await fixture.takeArtifact();
    const session = await fixture.formFixture.open(
      fixture.formFixture.createSubject(artifact.artifactId),
      fixture.tracker.id,
    );
    editField(session, "comment", { kind: "text", source: "First\nSecond", format: "commonmark" });
    await fixture.comments.add(artifact);
    assert.equal(fixture.inputBoxCount, 0);
    await fixture.waitForFormWithEdit(artifact, { kind: "comment", source: "" });
  });

  it("is not prompted for if the server doesn't support comments", async () => {
    fixture = await QuickEditFixture.open("documented");
    await fixture.comments.add(await fixture.takeArtifact());
    assert.deepEqual(
      [fixture.messages, fixture.inputBoxCount],
      [[`${fixture.formFixture.site.label} doesn't support adding comments.`], 0],
    );
  });
});

describe("deleting artifacts", () => {
  let fixture: QuickEditFixture;

  afterEach(() => fixture.close());

  it("shows the consequences, and deletes nothing if the user cancels", async () => {
    fixture = await QuickEditFixture.open("product");
    const artifact = await fixture.takeArtifact();
    await fixture.deletion.deleteArtifacts(artifact);
    const [question = "", ...otherMessages] = fixture.messages;
    assert.ok(question.startsWith(`Delete #${artifact.artifactId} Pier lamp?\n`), question);
    assert.match(question, /Only tracker administrators can delete/);
    assert.match(question, /The number of deletions in 24 hours across all projects is limited/);
    assert.match(question, /deleted artifacts are archived or permanently removed/);
    assert.doesNotMatch(question, /Your drafts? of/);
    assert.deepEqual(
      [otherMessages, fixture.writeRequestCount, await fixture.exists(artifact)],
      [[], 0, true],
    );
  });

  it("shows the remaining deletions, and fails at the limit until 24 hours have passed", async () => {
    fixture = await QuickEditFixture.open("product", { deletionLimit: 1 });
    const [first, second] = [await fixture.takeArtifact(), await fixture.takeArtifact()];
    fixture.buttonsToPress = ["Delete"];
    await fixture.deletion.deleteArtifacts(first);
    await fixture.deletion.deleteArtifacts(second);
    const toName = (artifact: TriageTarget): string => `#${artifact.artifactId} Pier lamp`;
    await fixture.waitForMessages(
      /^Delete /,
      `${toName(first)} was deleted. 0 of 1 deletions in 24 hours remaining.`,
      /^Delete /,
      `${toName(second)} wasn't deleted. The limit of 1 deletions in 24 hours has been reached. Try again later.`,
    );
    assert.deepEqual([await fixture.exists(first), await fixture.exists(second)], [false, true]);
    fixture.formFixture.server.clock.advance(25 * 60 * 60 * 1000);
    await fixture.deletion.deleteArtifacts(second);
    assert.equal(await fixture.exists(second), false);
  });

  it("asks again if the artifact has changed", async () => {
    fixture = await QuickEditFixture.open("product");
    const artifact = await fixture.takeArtifact();
    fixture.buttonsToPress = ["Delete"];
    fixture.onPrompt = (question) => {
      if (question.startsWith("Delete ")) fixture.setTitleAsOther(artifact, "Lamp that matters");
    };
    await fixture.deletion.deleteArtifacts(artifact);
    await fixture.waitForMessages(
      /^Delete /,
      /has changed since you last loaded it\.\nCurrent version: .*Lamp that matters/,
    );
    assert.equal(await fixture.exists(artifact), true);
    fixture.reset();
    fixture.buttonsToPress = ["Delete", "Delete Anyway"];
    await fixture.deletion.deleteArtifacts(artifact);
    assert.equal(await fixture.exists(artifact), false);
  });

  it("asks again for the changed one of several, after the others were deleted", async () => {
    fixture = await QuickEditFixture.open("product");
    const several = [await fixture.takeArtifact(), await fixture.takeArtifact()];
    const [first = assert.fail(), second = assert.fail()] = several;
    fixture.buttonsToPress = ["Delete", "Delete Anyway"];
    const exists = (artifact: TriageTarget): Promise<boolean> => fixture.exists(artifact);
    let existing: readonly boolean[] = [];
    fixture.onPrompt = async (question) => {
      if (question.startsWith("Delete ")) fixture.setTitleAsOther(second, "Lamp that matters");
      if (/has changed since/.test(question)) existing = await Promise.all(several.map(exists));
    };
    await fixture.deletion.deleteArtifacts(first, several);
    await fixture.waitForMessages(
      new RegExp(
        `^Delete 2 artifacts\\?\\n#${first.artifactId} Pier lamp\\n#${second.artifactId} Pier lamp\\n`,
      ),
      /has changed since you last loaded it\.\nCurrent version: .*Lamp that matters/,
      /^2 artifacts were deleted\./,
    );
    assert.deepEqual(existing, [false, true]);
    assert.equal(await fixture.exists(second), false);
  });

  it("reports which of several were deleted before the limit, and shows the remaining ones", async () => {
    fixture = await QuickEditFixture.open("product", { deletionLimit: 2 });
    const several = [
      await fixture.takeArtifact(),
      await fixture.takeArtifact(),
      await fixture.takeArtifact(),
    ];
    const [first = assert.fail(), second, third = assert.fail()] = several;
    fixture.buttonsToPress = ["Delete", "Show Remaining Artifacts"];
    await fixture.deletion.deleteArtifacts(first, several);
    const toName = (artifact: TriageTarget | undefined): string => `#${artifact?.artifactId} Pier lamp`;
    await fixture.waitForMessages(
      /^Delete 3 artifacts\?/,
      [
        "The limit of 2 deletions in 24 hours has been reached. Try again later. Deleted 2 of 3 artifacts.",
        `Deleted:\n${toName(first)}\n${toName(second)}\n`,
        `Not deleted:\n${toName(third)}: The limit of 2 deletions in 24 hours has been reached. Try again later.`,
      ].join("\n"),
    );
    assert.deepEqual(await Promise.all(several.map((artifact) => fixture.exists(artifact))), [
      false,
      false,
      true,
    ]);
    const artifacts = [{ artifactId: third.artifactId, trackerId: fixture.tracker.id }];
    assert.deepEqual(fixture.executedCommands, [
      ["artifacts.openTable", { kind: "selection", siteApi: fixture.formFixture.site.api, artifacts }],
    ]);
  });

  it("keeps drafts, as the confirmation says", async () => {
    fixture = await QuickEditFixture.open("product");
    const artifact = await fixture.takeArtifact();
    const session = await fixture.formFixture.open(
      fixture.formFixture.createSubject(artifact.artifactId),
      fixture.tracker.id,
    );
    editField(session, "place", { kind: "line", text: "Under water" });
    await waitUntil("the draft is saved", () => session.formDraft.saveState.kind === "saved");
    fixture.buttonsToPress = ["Delete"];
    await fixture.deletion.deleteArtifacts(artifact);
    assert.match(fixture.messages[0] ?? "", /Your draft of #\d+ Pier lamp stays on this machine\.$/);
    assert.deepEqual(
      [await fixture.exists(artifact), (await fixture.formFixture.folder.readDrafts()).length],
      [false, 1],
    );
  });

  it("is rejected for users who aren't administrators", async () => {
    fixture = await QuickEditFixture.open("product", { as: "member" });
    const artifact = await fixture.takeArtifact();
    fixture.buttonsToPress = ["Delete"];
    await fixture.deletion.deleteArtifacts(artifact);
    await fixture.waitForMessages(
      /^Delete /,
      `#${artifact.artifactId} Pier lamp wasn't deleted. Only tracker administrators can delete artifacts.`,
    );
    assert.equal(await fixture.exists(artifact), true);
  });
});
