import assert from "node:assert/strict";
import { childrenOf } from "../../../src/features/tree/children.ts";
import type { TreeNode } from "../../../src/features/tree/nodes.ts";
import { invalidateBelow, loadMore } from "../../../src/features/tree/refresh.ts";
import { workRoots, workSections } from "../../../src/features/tree/roots.ts";
import type { Project } from "../../../src/model/project.ts";
import { openStore, signIn } from "../../support/fixtures/openStore.ts";
import { dialects } from "../store/queries/stage.ts";
import { browse, type Browsing, closeServers, label, untouched } from "./browsing.ts";
import { about, typed } from "./keptDrafts.ts";

function labels(rows: readonly TreeNode[]): readonly string[] {
  return rows.map((row) => (row.kind === "work" ? row.concern : label(row)));
}

for (const dialect of dialects) {
  const isProduct = dialect === "product";
  describe(`the sections of my work on the ${dialect} dialect`, () => {
    let browsing: Browsing;

    beforeEach(async () => {
      browsing = await browse({ dialect }, "member");
    });
    afterEach(closeServers);

    const sections = (): Promise<TreeNode[]> => workRoots(browsing);

    async function below(concern: "assigned" | "submitted"): Promise<TreeNode[]> {
      const section = (await sections()).find((row) => row.kind === "work" && row.concern === concern);
      return childrenOf(browsing, section ?? assert.fail(concern));
    }

    async function sayWho(): Promise<void> {
      const { id, realName, username } = browsing.server.accounts.member;
      const api = `${browsing.server.url}/api`;
      await browsing.me.say(api, { id: String(id), name: realName }, { id, label: realName, username });
    }

    async function pinAll(): Promise<readonly Project[]> {
      const [site] = browsing.sites.list();
      assert.ok(site);
      const known = browsing.catalog.of(site);
      await known.allProjects.load();
      const projects = known.allProjects.items.flatMap((each) => (each.kind === "project" ? each : []));
      for (const project of projects) await browsing.pins.pin(site.api, await known.account(), project);
      return projects;
    }

    it("are what is assigned, submitted and was opened, with drafts first where there are any", async () => {
      assert.deepEqual(labels(await sections()), ["assigned", "submitted", "recent"]);
      assert.equal(browsing.server.requests.length, 0);
      const me = String(browsing.server.accounts.member.id);
      browsing.type([typed(about(`${browsing.server.url}/api`, 12, me))]);
      assert.deepEqual(labels(await sections()), ["drafts", "assigned", "submitted", "recent"]);
    });

    it("stand below their sites where there are several", async () => {
      const store = openStore([{ url: browsing.server.url }, { url: "https://b.example" }]);
      const both = { ...store, ...untouched(store) };
      await signIn(store, `${browsing.server.url}/api`, browsing.server.accounts.member);
      const [here, there] = await workRoots(both);
      assert.ok(here?.kind === "site" && there?.kind === "site");
      assert.deepEqual(labels(await workSections(both, here)), ["assigned", "submitted", "recent"]);
      // Nobody has work where nobody is signed in.
      assert.deepEqual(labels(await workSections(both, there)), ["signedOut", "recent"]);
    });

    it("lead to what is assigned to me, where it is looked for being said", async () => {
      if (!isProduct) {
        const [note, ...rest] = await below("assigned");
        assert.ok(note?.kind === "note" && note.note.kind === "nobodyIsMe");
        assert.deepEqual([note.siteApi, rest], [`${browsing.server.url}/api`, []]);
        await sayWho();
        const [work] = await sections();
        await invalidateBelow(browsing, work);
        assert.deepEqual(labels(await below("assigned")), ["nothingPinned"]);
        await pinAll();
        await invalidateBelow(browsing, work);
      }
      const rows = await below("assigned");
      const artifacts = rows.flatMap((row) => (row.kind === "artifact" ? row : []));
      assert.ok(artifacts.length > 0);
      assert.ok(
        artifacts.every(
          ({ tracker, trackerId, isAmongOthers }) => trackerId === tracker?.id && isAmongOthers,
        ),
      );
      const notes = rows.flatMap((row) => (row.kind === "note" ? row.note.kind : []));
      if (isProduct) assert.deepEqual(notes, []);
      else assert.deepEqual([notes[0], notes.at(-1)], ["openUntold", "lookedIn"]);
      assert.deepEqual(
        artifacts[0]?.neighbours?.().map(({ artifactId }) => artifactId),
        artifacts.map(({ artifactId }) => artifactId),
      );
    });

    it("have closed ones among them where that is chosen, and say where those were looked for", async () => {
      await sayWho();
      const open = await below("assigned");
      await browsing.choices.setOpenOnly("artifacts.myWork", false);
      const unpinned = await below("assigned");
      assert.deepEqual(
        unpinned.flatMap((row) => (row.kind === "note" ? [row.note] : [])),
        [{ kind: "nothingPinned", site: "Demo", of: isProduct ? "closed" : "all" }],
      );
      // What the server lists by itself stays.
      if (isProduct) assert.deepEqual(labels(unpinned).slice(1), labels(open));
      const projects = await pinAll();
      const [work] = await sections();
      await invalidateBelow(browsing, work);
      const rows = await below("assigned");
      const where = rows.at(-1);
      assert.deepEqual(where?.kind === "note" && where.note, {
        kind: "lookedIn",
        site: "Demo",
        of: isProduct ? "closed" : "all",
        projects: projects.map(({ label: name }) => name),
      });
      assert.ok(!labels(rows).includes("openUntold"));
      const states = new Set(rows.flatMap((row) => (row.kind === "artifact" ? [row.artifact.isOpen] : [])));
      assert.deepEqual(states, new Set(isProduct ? [true, false] : [undefined]));
      // Where no server tells what is open there is nothing to choose.
      assert.equal(browsing.said.isOpenUntold, !isProduct);
      await browsing.choices.setOpenOnly("artifacts.myWork", true);
      const again = (await below("assigned")).filter((row) => row.kind === "artifact");
      if (isProduct) assert.ok(again.every(({ artifact }) => artifact.isOpen === true));
    });

    it("say which trackers can't tell who submitted what", async () => {
      await sayWho();
      const projects = await pinAll();
      const rows = await below("submitted");
      const notes = rows.flatMap((row) => (row.kind === "note" ? row.note : []));
      // Nobody has told that there is nothing.
      if (!isProduct) assert.equal(notes.length, rows.length);
      if (isProduct) {
        assert.deepEqual(notes, []);
        return;
      }
      const silent = notes.find((note) => note.kind === "silent");
      assert.ok(silent?.kind === "silent" && silent.why === "noField" && silent.trackers.includes("Bugs"));
      const where = notes.at(-1);
      assert.deepEqual(
        where?.kind === "lookedIn" && where.projects,
        projects.map(({ label: name }) => name),
      );
    });

    it("are grouped by tracker as the view has it, over so many", async () => {
      await sayWho();
      await pinAll();
      await browsing.choices.setGroup("artifacts.myWork", "tracker");
      const rows = await below("assigned");
      const groups = rows.flatMap((row) => (row.kind === "group" ? row : []));
      assert.ok(groups.length > 1);
      for (const { label: name, rows: members } of groups) {
        assert.deepEqual(new Set(members.map(({ tracker }) => tracker?.label)), new Set([name]));
      }
      const more = rows.find((row) => row.kind === "more");
      if (more?.kind !== "more") return;
      await loadMore(browsing, more.parent);
      assert.ok((await below("assigned")).length >= rows.length);
    });

    it("say what went wrong, keep what was there, and try again", async () => {
      await sayWho();
      await pinAll();
      const before = labels(await below("assigned")).filter((each) => each.startsWith("#"));
      const heal = browsing.server.faults.add({ path: /artifacts/, fault: { kind: "status", status: 403 } });
      const [work] = await sections();
      await invalidateBelow(browsing, work);
      const rows = labels(await below("assigned"));
      assert.ok(rows.includes(isProduct ? "problem" : "trackerFailed"));
      assert.deepEqual(
        rows.filter((each) => each.startsWith("#")),
        before,
      );
      heal();
      await invalidateBelow(browsing, work);
      const again = labels(await below("assigned"));
      assert.ok(!again.includes("problem") && !again.includes("trackerFailed"));
    });

    it("remember what was opened last, with what lists have shown of it since", async () => {
      const api = `${browsing.server.url}/api`;
      const [site] = browsing.sites.list();
      const account = site && (await browsing.catalog.of(site).account());
      const recent = (await sections()).find((row) => row.kind === "recent");
      assert.ok(recent);
      assert.deepEqual(labels(await childrenOf(browsing, recent)), ["nothing"]);
      const tracker = { id: 11, label: "Bugs", color: undefined };
      await browsing.recent.note(api, account, { id: 5, title: "Five", tracker });
      await browsing.recent.note(api, account, { id: 4, title: "Four", tracker: undefined });
      const rows = await childrenOf(browsing, recent);
      assert.deepEqual(
        rows.map((row) => row.kind === "artifact" && [row.artifactId, row.artifact.title, row.trackerId]),
        [
          [4, "Four", undefined],
          [5, "Five", 11],
        ],
      );
    });
  });
}
