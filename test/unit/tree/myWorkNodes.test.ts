import assert from "node:assert/strict";
import { loadChildren } from "../../../src/features/tree/loadChildren.ts";
import type { TreeNode } from "../../../src/features/tree/treeNodes.ts";
import { invalidateChildren, loadNextChildrenPage } from "../../../src/features/tree/refresh.ts";
import { loadMyWorkRoots, loadMyWorkSections } from "../../../src/features/tree/treeRoots.ts";
import type { Project } from "../../../src/model/project.ts";
import { createTestStore, signIn } from "../../support/fixtures/testStore.ts";
import { dialects } from "../store/queries/queryFixture.ts";
import {
  createTreeFixture,
  type TreeFixture,
  closeServers,
  getLabel,
  createViewServices,
} from "./treeFixture.ts";
import { createSubject, createStoredDraft } from "./storedDrafts.ts";

function getLabels(rows: readonly TreeNode[]): readonly string[] {
  return rows.map((row) => (row.kind === "work" ? row.concern : getLabel(row)));
}

for (const dialect of dialects) {
  const isProduct = dialect === "product";
  describe(`the sections of "My Work" on the ${dialect} dialect`, () => {
    let fixture: TreeFixture;

    beforeEach(async () => {
      fixture = await createTreeFixture({ dialect }, "member");
    });
    afterEach(closeServers);

    const loadSections = (): Promise<TreeNode[]> => loadMyWorkRoots(fixture);

    async function loadSection(concern: "assigned" | "submitted"): Promise<TreeNode[]> {
      const section = (await loadSections()).find((row) => row.kind === "work" && row.concern === concern);
      return loadChildren(fixture, section ?? assert.fail(concern));
    }

    async function selectUser(): Promise<void> {
      const { id, realName, username } = fixture.server.accounts.member;
      const api = `${fixture.server.url}/api`;
      await fixture.currentUser.select(
        api,
        { id: String(id), name: realName },
        { id, label: realName, username },
      );
    }

    async function pinAllProjects(): Promise<readonly Project[]> {
      const [site] = fixture.sites.list();
      assert.ok(site);
      const siteCatalog = fixture.catalog.getSite(site);
      await siteCatalog.allProjects.load();
      const projects = siteCatalog.allProjects.items.flatMap((each) => (each.kind === "project" ? each : []));
      for (const project of projects) {
        await fixture.pinnedProjects.pin(site.api, await siteCatalog.getAccount(), project);
      }
      return projects;
    }

    it("are assigned, submitted and recently opened artifacts, after drafts if there are any", async () => {
      assert.deepEqual(getLabels(await loadSections()), ["assigned", "submitted", "recent"]);
      assert.equal(fixture.server.requests.length, 0);
      const accountId = String(fixture.server.accounts.member.id);
      fixture.setDrafts([createStoredDraft(createSubject(`${fixture.server.url}/api`, 12, accountId))]);
      assert.deepEqual(getLabels(await loadSections()), ["drafts", "assigned", "submitted", "recent"]);
    });

    it("are below their sites if there are several", async () => {
      const store = createTestStore([{ url: fixture.server.url }, { url: "https://b.example" }]);
      const both = { ...store, ...createViewServices(store) };
      await signIn(store, `${fixture.server.url}/api`, fixture.server.accounts.member);
      const [signedInSite, signedOutSite] = await loadMyWorkRoots(both);
      assert.ok(signedInSite?.kind === "site" && signedOutSite?.kind === "site");
      assert.deepEqual(getLabels(await loadMyWorkSections(both, signedInSite)), [
        "assigned",
        "submitted",
        "recent",
      ]);
      // A site without an account has no work to show.
      assert.deepEqual(getLabels(await loadMyWorkSections(both, signedOutSite)), ["signedOut", "recent"]);
    });

    it("list assigned artifacts, and name the searched projects", async () => {
      if (!isProduct) {
        const [messageNode, ...rest] = await loadSection("assigned");
        assert.ok(messageNode?.kind === "message" && messageNode.message.kind === "currentUserUnknown");
        assert.deepEqual([messageNode.siteApi, rest], [`${fixture.server.url}/api`, []]);
        await selectUser();
        const [work] = await loadSections();
        await invalidateChildren(fixture, work);
        assert.deepEqual(getLabels(await loadSection("assigned")), ["noPinnedProjects"]);
        await pinAllProjects();
        await invalidateChildren(fixture, work);
      }
      const rows = await loadSection("assigned");
      const artifacts = rows.flatMap((row) => (row.kind === "artifact" ? row : []));
      assert.ok(artifacts.length > 0);
      assert.ok(
        artifacts.every(
          ({ tracker, trackerId, shouldShowTracker }) => trackerId === tracker?.id && shouldShowTracker,
        ),
      );
      const messages = rows.flatMap((row) => (row.kind === "message" ? row.message.kind : []));
      if (isProduct) assert.deepEqual(messages, []);
      else assert.deepEqual([messages[0], messages.at(-1)], ["openStateUnknown", "searchedProjects"]);
      assert.deepEqual(
        artifacts[0]?.getListedArtifacts?.().map(({ artifactId }) => artifactId),
        artifacts.map(({ artifactId }) => artifactId),
      );
    });

    it("include closed artifacts on request, and name the projects searched for them", async () => {
      await selectUser();
      const open = await loadSection("assigned");
      await fixture.viewOptions.setOpenOnly("artifacts.myWork", false);
      const unpinned = await loadSection("assigned");
      assert.deepEqual(
        unpinned.flatMap((row) => (row.kind === "message" ? [row.message] : [])),
        [{ kind: "noPinnedProjects", site: "Demo", of: isProduct ? "closed" : "all" }],
      );
      // Open artifacts that the server lists itself stay.
      if (isProduct) assert.deepEqual(getLabels(unpinned).slice(1), getLabels(open));
      const projects = await pinAllProjects();
      const [work] = await loadSections();
      await invalidateChildren(fixture, work);
      const rows = await loadSection("assigned");
      const lastNode = rows.at(-1);
      assert.deepEqual(lastNode?.kind === "message" && lastNode.message, {
        kind: "searchedProjects",
        site: "Demo",
        of: isProduct ? "closed" : "all",
        projects: projects.map(({ label: name }) => name),
      });
      assert.ok(!getLabels(rows).includes("openStateUnknown"));
      const states = new Set(rows.flatMap((row) => (row.kind === "artifact" ? [row.artifact.isOpen] : [])));
      assert.deepEqual(states, new Set(isProduct ? [true, false] : [undefined]));
      // The open-only option is hidden if no server reports open artifacts.
      assert.equal(fixture.contextKeys.isOpenStateUnknown, !isProduct);
      await fixture.viewOptions.setOpenOnly("artifacts.myWork", true);
      const openNodes = (await loadSection("assigned")).filter((row) => row.kind === "artifact");
      if (isProduct) assert.ok(openNodes.every(({ artifact }) => artifact.isOpen === true));
    });

    it("name the trackers that can't be searched by submitter", async () => {
      await selectUser();
      const projects = await pinAllProjects();
      const rows = await loadSection("submitted");
      const messages = rows.flatMap((row) => (row.kind === "message" ? row.message : []));
      // Without a complete search, no empty node is shown.
      if (!isProduct) assert.equal(messages.length, rows.length);
      if (isProduct) {
        assert.deepEqual(messages, []);
        return;
      }
      const skipped = messages.find((message) => message.kind === "skippedTrackers");
      assert.ok(
        skipped?.kind === "skippedTrackers" &&
          skipped.reason === "noField" &&
          skipped.trackers.includes("Bugs"),
      );
      const lastNode = messages.at(-1);
      assert.deepEqual(
        lastNode?.kind === "searchedProjects" && lastNode.projects,
        projects.map(({ label: name }) => name),
      );
    });

    it("are grouped by tracker if the view is, over a limited number", async () => {
      await selectUser();
      await pinAllProjects();
      await fixture.viewOptions.setGrouping("artifacts.myWork", "tracker");
      const rows = await loadSection("assigned");
      const groups = rows.flatMap((row) => (row.kind === "group" ? row : []));
      assert.ok(groups.length > 1);
      for (const { label: name, artifacts: members } of groups) {
        assert.deepEqual(new Set(members.map(({ tracker }) => tracker?.label)), new Set([name]));
      }
      const loadMoreNode = rows.find((row) => row.kind === "loadMore");
      if (loadMoreNode?.kind !== "loadMore") return;
      await loadNextChildrenPage(fixture, loadMoreNode.parent);
      assert.ok((await loadSection("assigned")).length >= rows.length);
    });

    it("show a failure, keep loaded artifacts, and reload", async () => {
      await selectUser();
      await pinAllProjects();
      const before = getLabels(await loadSection("assigned")).filter((each) => each.startsWith("#"));
      const removeFault = fixture.server.faults.add({
        path: /artifacts/,
        fault: { kind: "status", status: 403 },
      });
      const [work] = await loadSections();
      await invalidateChildren(fixture, work);
      const rows = getLabels(await loadSection("assigned"));
      assert.ok(rows.includes(isProduct ? "failure" : "trackerFailed"));
      assert.deepEqual(
        rows.filter((each) => each.startsWith("#")),
        before,
      );
      removeFault();
      await invalidateChildren(fixture, work);
      const openNodes = getLabels(await loadSection("assigned"));
      assert.ok(!openNodes.includes("failure") && !openNodes.includes("trackerFailed"));
    });

    it("list recently opened artifacts", async () => {
      const api = `${fixture.server.url}/api`;
      const [site] = fixture.sites.list();
      const account = site && (await fixture.catalog.getSite(site).getAccount());
      const recent = (await loadSections()).find((row) => row.kind === "recent");
      assert.ok(recent);
      assert.deepEqual(getLabels(await loadChildren(fixture, recent)), ["empty"]);
      const tracker = { id: 11, label: "Bugs", color: undefined };
      await fixture.recentlyOpened.add(api, account, { id: 5, title: "Five", tracker });
      await fixture.recentlyOpened.add(api, account, { id: 4, title: "Four", tracker: undefined });
      const rows = await loadChildren(fixture, recent);
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
