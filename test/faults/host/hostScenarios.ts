// The scenarios as commands of the extension, with a fault and the checks of their invariants.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { svnFieldIds } from "../../../src/model/svnForm.ts";
import { type BulkEditValue, roleFieldKeys } from "../../../src/protocol/tableProtocol.ts";
import type { FaultRule } from "../../simulator/faults.ts";
import { assertEventually, waitUntil } from "../../support/wait.ts";
import { archiveRepositoryId, lighthouseProjectId } from "../../support/fixtures/svnFormFixture.ts";
import type { ScenarioName } from "../scenarioNames.ts";
import { withTimeout, isFormShown, saveUntilStored, isAnythingShown } from "./steps.ts";
import type { ExtensionFixture, ArtifactTarget } from "./extensionFixture.ts";
import type { WebviewSpy } from "./webviewSpy.ts";

/** One case: the fault is active from `addFault` to `clearFaults`. */
type HostScenario = (fixture: ExtensionFixture, fault: string) => Promise<void>;

/** Reads are retried twice. */
const readAttempts = 3;

function createReadRule(path: string): Omit<FaultRule, "fault"> {
  return { method: "GET", path, times: readAttempts };
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function createConcurrentChange(
  fixture: ExtensionFixture,
  target: ArtifactTarget,
): { readonly theirs: () => string; readonly act: () => void } {
  let theirs = "Bay";
  return {
    theirs: () => theirs,
    act: () => {
      theirs = fixture.createToken("cliff");
      fixture.changeAsOther(target, theirs);
    },
  };
}

/** Types a title into the form that was opened last, and waits for the draft. */
async function typeTitle(fixture: ExtensionFixture, title: string): Promise<void> {
  const page = await fixture.waitForPage(isFormShown);
  const target = fixture.tracker.fieldId("title");
  const input = { kind: "line", text: title };
  await page.call("edit", { number: 1, edit: { target, input, step: "begin" } });
  await waitUntil("the draft is on disk", () => fixture.isDraftOnDisk(title));
}

async function browse(fixture: ExtensionFixture, fault: string): Promise<void> {
  const path = ["Demo", "Open Tides", "Buoys"];
  await fixture.runCommand("treeShowAll");
  fixture.addFault(fault, createReadRule(`/trackers/${fixture.tracker.id}/artifacts`));
  await fixture.runCommand("refresh");
  const shown = await fixture.getRowsBelow(...path);
  assert.ok(shown.rows.length > 0, "neither rows nor a failure are shown");
  fixture.clearFaults();
  await fixture.runCommand("refresh");
  await assertEventually(async () => {
    const { at, rows } = await fixture.getRowsBelow(...path);
    const artifacts = rows.filter(({ kind }) => kind === "artifact").length;
    assert.deepEqual([at, artifacts], ["Buoys", fixture.tracker.artifactIds.length]);
  });
}

async function open(fixture: ExtensionFixture, fault: string): Promise<void> {
  const target = fixture.takeArtifact();
  const title = fixture.createToken("title");
  fixture.addFault(fault, createReadRule(`/artifacts/${target.artifactId}`));
  await withTimeout(fixture.runCommand("openArtifact", target));
  await fixture.waitForPage(isAnythingShown);
  fixture.clearFaults();
  await fixture.runCommand("refreshForm");
  await typeTitle(fixture, title);
  assert.deepEqual(fixture.getOwnChangesets(target, 1), [], "a change was sent");
}

async function save(fixture: ExtensionFixture, fault: string): Promise<void> {
  const target = fixture.takeArtifact();
  const title = fixture.createToken("title");
  const { theirs, act } = createConcurrentChange(fixture, target);
  await fixture.runCommand("openArtifact", target);
  await typeTitle(fixture, title);
  fixture.addFault(fault, { method: "PUT", path: `/artifacts/${target.artifactId}` }, act);
  await saveUntilStored(fixture, title, () => fixture.serverContains(target, title));
  const writes = fixture.getOwnChangesets(target, 1).length;
  assert.equal(writes, 1, `the artifact was written ${writes} times`);
  assert.ok(await fixture.serverContains(target, theirs()), "the change of the other user was overwritten");
}

/** Number of ids to search for created artifacts. */
const maxCreated = 3;

async function create(fixture: ExtensionFixture, fault: string): Promise<void> {
  const title = fixture.createToken("title");
  const last = Math.max(...fixture.tracker.artifactIds) + fixture.createdCount;
  const countCreated = async (): Promise<number> => {
    const ids = Array.from({ length: maxCreated }, (_, index) => last + 1 + index);
    const matches = await Promise.all(ids.map((artifactId) => fixture.serverContains({ artifactId }, title)));
    return matches.filter(Boolean).length;
  };
  await fixture.runCommand("newArtifact", { siteApi: fixture.api, trackerId: fixture.tracker.id });
  await typeTitle(fixture, title);
  fixture.addFault(fault, { method: "POST", path: "/artifacts" });
  await saveUntilStored(fixture, title, async () => (await countCreated()) > 0);
  assert.equal(await countCreated(), 1, "the artifact was created more than once");
  fixture.createdCount += 1;
}

async function remove(fixture: ExtensionFixture, fault: string): Promise<void> {
  const target = fixture.takeArtifact();
  const exists = async (): Promise<boolean> =>
    (await fixture.fetchText(`artifacts/${target.artifactId}`)) !== undefined;
  fixture.driver.buttonsToPress = ["Delete", "Delete Anyway"];
  fixture.addFault(
    fault,
    { method: "DELETE", path: `/artifacts/${target.artifactId}` },
    createConcurrentChange(fixture, target).act,
  );
  await withTimeout(fixture.runCommand("deleteArtifact", target));
  fixture.clearFaults();
  const isReported = fixture.driver.messages.some((text) => /was deleted\./.test(text));
  assert.ok(!isReported || !(await exists()), "the artifact is reported as deleted, but still exists");
  if (await exists()) await fixture.runCommand("deleteArtifact", target);
  assert.ok(!(await exists()), "the artifact can't be deleted");
}

/** Whether the page has received the end of the bulk edit. */
function hasBulkEditEnded({ receivedCalls }: WebviewSpy, after: number): boolean {
  return receivedCalls
    .slice(after)
    .some(
      ({ method, params }) => method === "setBulkEditState" && /^(result|problem)$/.test(getKind(params)),
    );
}

function getKind(params: unknown): string {
  return (params as { readonly kind?: string } | null)?.kind ?? "";
}

async function bulk(fixture: ExtensionFixture, fault: string): Promise<void> {
  const targets = [fixture.takeArtifact(), fixture.takeArtifact(), fixture.takeArtifact()];
  const ids = targets.map(({ artifactId }) => artifactId);
  const adrift = { id: fixture.tracker.choiceId("status", "Adrift"), label: "Adrift" };
  const value: BulkEditValue = { kind: "chosen", how: "set", values: [adrift] };
  const field = fixture.tracker.fieldId("status");
  const countWrites = (target: ArtifactTarget): number =>
    fixture
      .getOwnChangesets(target, 1)
      .filter(({ changes }) => [...changes.keys()].some(({ id }) => id === field)).length;
  const [, second] = targets;
  const { act } = createConcurrentChange(fixture, second ?? assert.fail());
  await fixture.runCommand("changeField", targets[0], targets);
  const page = await fixture.waitForPage(({ receivedCalls }) =>
    receivedCalls.some(({ method }) => method === "openBulkEdit"),
  );
  const runChange = async (): Promise<void> => {
    const before = page.receivedCalls.length;
    await page.call("previewBulkEdit", { ids, field: roleFieldKeys.status, value });
    await page.call("runBulkEdit", null);
    await waitUntil("the bulk edit has ended", () => hasBulkEditEnded(page, before));
  };
  fixture.addFault(fault, { method: "PUT", path: `/artifacts/${ids[1]}` }, act);
  await runChange();
  fixture.clearFaults();
  if (targets.some((target) => countWrites(target) === 0)) await runChange();
  assert.deepEqual(targets.map(countWrites), [1, 1, 1], "each artifact is changed once");
}

async function download(fixture: ExtensionFixture, fault: string): Promise<void> {
  const target = fixture.takeArtifact();
  const folder = join(fixture.workspace, ".artifacts", String(target.artifactId));
  const sums = new Map<string, string>();
  for (const [name, size] of [
    ["a.bin", 1_200_000],
    ["b.txt", 30],
  ] as const) {
    const type = "application/octet-stream";
    sums.set(name, fixture.server.addFile({ artifactId: target.artifactId, name, size, type }).sha256);
  }
  const checkFiles = async (): Promise<readonly string[]> => {
    const names = existsSync(folder) ? await readdir(folder) : [];
    const complete = names.filter((name) => !name.endsWith(".part"));
    for (const name of complete) {
      assert.equal(sha256(await readFile(join(folder, name))), sums.get(name), `${name} is not complete`);
    }
    return complete;
  };
  fixture.addFault(fault, { method: "GET", path: /attachments|artifact_files/, times: 2 });
  await withTimeout(fixture.runCommand("downloadAllAttachments", target));
  await checkFiles();
  fixture.clearFaults();
  await rm(folder, { recursive: true, force: true });
  await fixture.runCommand("downloadAllAttachments", target);
  assert.deepEqual((await checkFiles()).toSorted(), ["a.bin", "b.txt"]);
}

async function upload(fixture: ExtensionFixture, fault: string): Promise<void> {
  const target = fixture.takeArtifact();
  const name = `${fixture.createToken("chart")}.bin`;
  const path = join(fixture.workspace, name);
  await writeFile(path, Buffer.alloc(1_200_000, name));
  const { theirs, act } = createConcurrentChange(fixture, target);
  const countAttached = async (): Promise<number> => {
    const text = (await fixture.fetchText(`artifacts/${target.artifactId}`)) ?? "{}";
    const { values = [] } = JSON.parse(text) as {
      readonly values?: readonly { readonly file_descriptions?: readonly { readonly name: string }[] }[];
    };
    const files = values.flatMap(({ file_descriptions: descriptions = [] }) => descriptions);
    return files.filter((file) => file.name === name).length;
  };
  fixture.addFault(fault, { method: "PUT", path: `/artifacts/${target.artifactId}` }, act);
  await withTimeout(fixture.runCommand("attachToArtifact", { ...target, files: [{ path, name }] }));
  fixture.clearFaults();
  if ((await countAttached()) === 0) {
    await fixture.runCommand("attachToArtifact", { ...target, files: [{ path, name }] });
  }
  assert.equal(await countAttached(), 1, "the file is attached once");
  assert.ok(await fixture.serverContains(target, theirs()), "the change of the other user was overwritten");
  await rm(path);
}

async function link(fixture: ExtensionFixture, fault: string): Promise<void> {
  const [target, other] = [fixture.takeArtifact(), fixture.takeArtifact()];
  const { theirs, act } = createConcurrentChange(fixture, target);
  const commentText = fixture.createToken("commit");
  const steps = [
    { command: "linkArtifact", typed: String(other.artifactId), success: /^Linked .* to #\d+\.$/ },
    { command: "addComment", typed: commentText, success: /^Added your comment to .*\.$/ },
  ];
  const countWrites = (): readonly number[] => {
    const all = fixture.getOwnChangesets(target, 1);
    const comments = all.filter(({ comment }) => comment?.body.includes(commentText) ?? false).length;
    return [all.filter(({ changes }) => changes.size > 0).length, comments];
  };
  for (const [index, { command, typed, success }] of steps.entries()) {
    const before = fixture.driver.messages.length;
    fixture.driver.textToType = typed;
    fixture.addFault(fault, { method: "PUT", path: `/artifacts/${target.artifactId}` }, act);
    await withTimeout(fixture.runCommand(command, target));
    fixture.clearFaults();
    const isReported = fixture.driver.messages.slice(before).some((text) => success.test(text));
    assert.ok(!isReported || countWrites()[index] === 1, "the change is reported as sent, but is missing");
    if (countWrites()[index] === 0) await fixture.runCommand(command, target);
  }
  assert.deepEqual(countWrites(), [1, 1], "each change is written once");
  assert.ok(await fixture.serverContains(target, theirs()), "the change of the other user was overwritten");
}

async function svn(fixture: ExtensionFixture, fault: string): Promise<void> {
  const token = fixture.createToken("access");
  const isStored = (): Promise<boolean> =>
    Promise.resolve(fixture.server.getSvnRepository(archiveRepositoryId).settings.accessFile.includes(token));
  const target = { siteApi: fixture.api, projectId: lighthouseProjectId, repositoryId: archiveRepositoryId };
  await fixture.runCommand("editSvnRepository", target);
  const page = await fixture.waitForPage(isFormShown);
  const input = { kind: "text", source: `[/]\n# ${token}\n`, format: "text" };
  await page.call("edit", { number: 1, edit: { target: svnFieldIds.accessFile, input, step: "begin" } });
  await waitUntil("the draft is on disk", () => fixture.isDraftOnDisk(token));
  const theirs = `/tags/${fixture.createToken("weekly")}`;
  fixture.addFault(fault, { method: "PUT", path: `/svn/${archiveRepositoryId}` }, () =>
    fixture.server.updateSvnSettings(archiveRepositoryId, { immutableExceptions: [theirs] }),
  );
  await saveUntilStored(fixture, token, isStored);
}

async function svnNew(fixture: ExtensionFixture, fault: string): Promise<void> {
  const name = fixture.createToken("svn");
  const countRepositories = async (): Promise<number> => {
    const query = encodeURIComponent(JSON.stringify({ name }));
    const text =
      (await fixture.fetchText(`projects/${lighthouseProjectId}/svn?limit=50&query=${query}`)) ?? "";
    return text.split(`"${name}"`).length - 1;
  };
  await fixture.runCommand("newSvnRepository", { siteApi: fixture.api, projectId: lighthouseProjectId });
  const page = await fixture.waitForPage(isFormShown);
  const input = { kind: "line", text: name };
  await page.call("edit", { number: 1, edit: { target: svnFieldIds.name, input, step: "begin" } });
  await waitUntil("the draft is on disk", () => fixture.isDraftOnDisk(name));
  fixture.addFault(fault, { method: "POST", path: "/svn" });
  await saveUntilStored(fixture, name, async () => (await countRepositories()) > 0);
  assert.equal(await countRepositories(), 1, "the repository was created more than once");
}

export const hostScenarios: Readonly<Record<ScenarioName, HostScenario>> = {
  browse,
  open,
  save,
  create,
  delete: remove,
  bulk,
  download,
  upload,
  link,
  svn,
  svnNew,
};
