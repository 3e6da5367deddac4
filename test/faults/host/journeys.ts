// The journeys as commands of the extension: what a person starts, what is spoiled on the way, and what has to hold.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { svnFields } from "../../../src/model/svnForm.ts";
import { roleFields } from "../../../src/protocol/table.ts";
import type { FaultRule } from "../../simulator/faults.ts";
import { assertSoon, until } from "../../support/wait.ts";
import { archive, lighthouse } from "../../support/fixtures/svnFormFixture.ts";
import type { JourneyName } from "../journeyNames.ts";
import { attempt, formIsThere, saveUntilThere, somethingIsShown } from "./steps.ts";
import type { Office, Target } from "./office.ts";
import type { TappedPage } from "./tappedPage.ts";

/** Everything of one case: the fault is there from `spoil` on, until it is healed. */
type HostJourney = (office: Office, fault: string) => Promise<void>;

/** Reads are tried three times. */
const everyTry = 3;

function readOf(path: string): Omit<FaultRule, "fault"> {
  return { method: "GET", path, times: everyTry };
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Somebody else is there first, at any time. */
function beside(office: Office, target: Target): { readonly theirs: () => string; readonly act: () => void } {
  let theirs = "Bay";
  return {
    theirs: () => theirs,
    act: () => {
      theirs = office.token("cliff");
      office.theyMove(target, theirs);
    },
  };
}

/** Types a title into the form that was opened last. */
async function typeTitle(office: Office, title: string): Promise<void> {
  const page = await office.page(formIsThere);
  const target = office.tracker.fieldId("title");
  const input = { kind: "line", text: title };
  await page.call("edit", { number: 1, edit: { target, input, step: "begin" } });
  await until("what was typed is on disk", () => office.isOnDisk(title));
}

async function browse(office: Office, fault: string): Promise<void> {
  const path = ["Demo", "Open Tides", "Buoys"];
  await office.run("treeShowAll");
  office.spoil(fault, readOf(`/trackers/${office.tracker.id}/artifacts`));
  await office.run("refresh");
  const shown = await office.rowsBelow(...path);
  assert.ok(shown.rows.length > 0, "nothing is shown, not even what is wrong");
  office.heal();
  await office.run("refresh");
  await assertSoon(async () => {
    const { at, rows } = await office.rowsBelow(...path);
    const artifacts = rows.filter(({ kind }) => kind === "artifact").length;
    assert.deepEqual([at, artifacts], ["Buoys", office.tracker.artifactIds.length]);
  });
}

async function open(office: Office, fault: string): Promise<void> {
  const target = office.next();
  const title = office.token("title");
  office.spoil(fault, readOf(`/artifacts/${target.artifactId}`));
  await attempt(office.run("openArtifact", target));
  await office.page(somethingIsShown);
  office.heal();
  await office.run("refreshForm");
  await typeTitle(office, title);
  assert.deepEqual(office.ourWrites(target, 1), [], "something was sent");
}

async function save(office: Office, fault: string): Promise<void> {
  const target = office.next();
  const title = office.token("title");
  const { theirs, act } = beside(office, target);
  await office.run("openArtifact", target);
  await typeTitle(office, title);
  office.spoil(fault, { method: "PUT", path: `/artifacts/${target.artifactId}` }, act);
  await saveUntilThere(office, title, () => office.holds(target, title));
  const writes = office.ourWrites(target, 1).length;
  assert.equal(writes, 1, `it was written ${writes} times`);
  assert.ok(await office.holds(target, theirs()), "what others have written is gone");
}

/** So many are made at most. */
const mostMade = 3;

async function create(office: Office, fault: string): Promise<void> {
  const title = office.token("title");
  const last = Math.max(...office.tracker.artifactIds) + office.made;
  const made = async (): Promise<number> => {
    const ids = Array.from({ length: mostMade }, (_, index) => last + 1 + index);
    const held = await Promise.all(ids.map((artifactId) => office.holds({ artifactId }, title)));
    return held.filter(Boolean).length;
  };
  await office.run("newArtifact", { siteApi: office.api, trackerId: office.tracker.id });
  await typeTitle(office, title);
  office.spoil(fault, { method: "POST", path: "/artifacts" });
  await saveUntilThere(office, title, async () => (await made()) > 0);
  assert.equal(await made(), 1, "it was made more than once");
  office.made += 1;
}

async function remove(office: Office, fault: string): Promise<void> {
  const target = office.next();
  const isThere = async (): Promise<boolean> =>
    (await office.told(`artifacts/${target.artifactId}`)) !== undefined;
  office.driver.press = ["Delete", "Delete All the Same"];
  office.spoil(
    fault,
    { method: "DELETE", path: `/artifacts/${target.artifactId}` },
    beside(office, target).act,
  );
  await attempt(office.run("deleteArtifact", target));
  office.heal();
  const isTold = office.driver.said.some((text) => /was deleted\./.test(text));
  assert.ok(!isTold || !(await isThere()), "it is told to be deleted, and is there");
  if (await isThere()) await office.run("deleteArtifact", target);
  assert.ok(!(await isThere()), "it can't be deleted");
}

/** How the last change of many has ended, as the page was told. */
function ended({ heard }: TappedPage, after: number): boolean {
  return heard
    .slice(after)
    .some(({ method, params }) => method === "bulk" && /^(result|problem)$/.test(kindOf(params)));
}

function kindOf(params: unknown): string {
  return (params as { readonly kind?: string } | null)?.kind ?? "";
}

async function bulk(office: Office, fault: string): Promise<void> {
  const targets = [office.next(), office.next(), office.next()];
  const ids = targets.map(({ artifactId }) => artifactId);
  const adrift = { id: office.tracker.choiceId("status", "Adrift"), label: "Adrift" };
  const value = { kind: "chosen", how: "set", values: [adrift] };
  const field = office.tracker.fieldId("status");
  const writesTo = (target: Target): number =>
    office.ourWrites(target, 1).filter(({ changes }) => [...changes.keys()].some(({ id }) => id === field))
      .length;
  const [, second] = targets;
  const { act } = beside(office, second ?? assert.fail());
  await office.run("changeMany", targets[0], targets);
  const page = await office.page(({ heard }) => heard.some(({ method }) => method === "openBulk"));
  const change = async (): Promise<void> => {
    const before = page.heard.length;
    await page.call("preview", { ids, field: roleFields.status, value });
    await page.call("run", null);
    await until("the change has come to its end", () => ended(page, before));
  };
  office.spoil(fault, { method: "PUT", path: `/artifacts/${ids[1]}` }, act);
  await change();
  office.heal();
  if (targets.some((target) => writesTo(target) === 0)) await change();
  assert.deepEqual(targets.map(writesTo), [1, 1, 1], "each is changed once");
}

async function download(office: Office, fault: string): Promise<void> {
  const target = office.next();
  const folder = join(office.workspace, ".artifacts", String(target.artifactId));
  const sums = new Map<string, string>();
  for (const [name, size] of [
    ["a.bin", 1_200_000],
    ["b.txt", 30],
  ] as const) {
    const type = "application/octet-stream";
    sums.set(name, office.server.addFile({ artifactId: target.artifactId, name, size, type }).sha256);
  }
  const look = async (): Promise<readonly string[]> => {
    const names = existsSync(folder) ? await readdir(folder) : [];
    const whole = names.filter((name) => !name.endsWith(".part"));
    for (const name of whole) {
      assert.equal(sha256(await readFile(join(folder, name))), sums.get(name), `${name} is not whole`);
    }
    return whole;
  };
  office.spoil(fault, { method: "GET", path: /attachments|artifact_files/, times: 2 });
  await attempt(office.run("downloadAll", target));
  await look();
  office.heal();
  await rm(folder, { recursive: true, force: true });
  await office.run("downloadAll", target);
  assert.deepEqual((await look()).toSorted(), ["a.bin", "b.txt"]);
}

async function upload(office: Office, fault: string): Promise<void> {
  const target = office.next();
  const name = `${office.token("chart")}.bin`;
  const path = join(office.workspace, name);
  await writeFile(path, Buffer.alloc(1_200_000, name));
  const { theirs, act } = beside(office, target);
  const hanging = async (): Promise<number> => {
    const text = (await office.told(`artifacts/${target.artifactId}`)) ?? "{}";
    const { values = [] } = JSON.parse(text) as {
      readonly values?: readonly { readonly file_descriptions?: readonly { readonly name: string }[] }[];
    };
    const files = values.flatMap(({ file_descriptions: each = [] }) => each);
    return files.filter((file) => file.name === name).length;
  };
  office.spoil(fault, { method: "PUT", path: `/artifacts/${target.artifactId}` }, act);
  await attempt(office.run("attachToArtifact", { ...target, files: [{ path, name }] }));
  office.heal();
  if ((await hanging()) === 0) await office.run("attachToArtifact", { ...target, files: [{ path, name }] });
  assert.equal(await hanging(), 1, "it hangs there once");
  assert.ok(await office.holds(target, theirs()), "what others have written is gone");
  await rm(path);
}

async function link(office: Office, fault: string): Promise<void> {
  const [target, other] = [office.next(), office.next()];
  const { theirs, act } = beside(office, target);
  const said = office.token("commit");
  const steps = [
    { command: "linkArtifact", typed: String(other.artifactId), told: / is linked to #\d+ now\.$/ },
    { command: "addComment", typed: said, told: /^Your comment on .* was sent\.$/ },
  ];
  const writes = (): readonly number[] => {
    const all = office.ourWrites(target, 1);
    const comments = all.filter(({ comment }) => comment?.body.includes(said) ?? false).length;
    return [all.filter(({ changes }) => changes.size > 0).length, comments];
  };
  for (const [index, { command, typed, told }] of steps.entries()) {
    const before = office.driver.said.length;
    office.driver.typed = typed;
    office.spoil(fault, { method: "PUT", path: `/artifacts/${target.artifactId}` }, act);
    await attempt(office.run(command, target));
    office.heal();
    const isTold = office.driver.said.slice(before).some((text) => told.test(text));
    assert.ok(!isTold || writes()[index] === 1, "it is told to be sent, and is not there");
    if (writes()[index] === 0) await office.run(command, target);
  }
  assert.deepEqual(writes(), [1, 1], "each is written once");
  assert.ok(await office.holds(target, theirs()), "what others have written is gone");
}

async function svn(office: Office, fault: string): Promise<void> {
  const token = office.token("access");
  const isThere = (): Promise<boolean> =>
    Promise.resolve(office.server.svn(archive).settings.accessFile.includes(token));
  const target = { siteApi: office.api, projectId: lighthouse, repositoryId: archive };
  await office.run("editSvnRepository", target);
  const page = await office.page(formIsThere);
  const input = { kind: "text", source: `[/]\n# ${token}\n`, format: "text" };
  await page.call("edit", { number: 1, edit: { target: svnFields.accessFile, input, step: "begin" } });
  await until("what was typed is on disk", () => office.isOnDisk(token));
  const theirs = `/tags/${office.token("weekly")}`;
  office.spoil(fault, { method: "PUT", path: `/svn/${archive}` }, () =>
    office.server.changeSvn(archive, { immutableExceptions: [theirs] }),
  );
  await saveUntilThere(office, token, isThere);
}

async function svnNew(office: Office, fault: string): Promise<void> {
  const name = office.token("svn");
  const repositories = async (): Promise<number> => {
    const query = encodeURIComponent(JSON.stringify({ name }));
    const text = (await office.told(`projects/${lighthouse}/svn?limit=50&query=${query}`)) ?? "";
    return text.split(`"${name}"`).length - 1;
  };
  await office.run("newSvnRepository", { siteApi: office.api, projectId: lighthouse });
  const page = await office.page(formIsThere);
  const input = { kind: "line", text: name };
  await page.call("edit", { number: 1, edit: { target: svnFields.name, input, step: "begin" } });
  await until("what was typed is on disk", () => office.isOnDisk(name));
  office.spoil(fault, { method: "POST", path: "/svn" });
  await saveUntilThere(office, name, async () => (await repositories()) > 0);
  assert.equal(await repositories(), 1, "it was made more than once");
}

export const hostJourneys: Readonly<Record<JourneyName, HostJourney>> = {
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
