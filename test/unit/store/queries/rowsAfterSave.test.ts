import assert from "node:assert/strict";
import type { FormSession } from "../../../../src/store/formSession.ts";
import { ArtifactLists } from "../../../../src/store/queries/artifactLists.ts";
import { CurrentUser } from "../../../../src/store/queries/currentUser.ts";
import type { MyWork } from "../../../../src/store/queries/myWork.ts";
import {
  createChoiceInput,
  createLineInput,
  editField,
  FormFixture,
  neverAborted,
  saveForm,
} from "../../../support/fixtures/formFixture.ts";
import { waitUntil } from "../../../support/wait.ts";
import { bugsTrackerId, createMemento, dialects } from "./queryFixture.ts";

interface LoadableList {
  load(): Promise<void>;
}

function createLists({ store }: FormFixture): ArtifactLists {
  const { sites, catalog, pinnedProjects } = store;
  const currentUser = new CurrentUser(createMemento());
  return new ArtifactLists({ sites, catalog, currentUser, pinnedProjects, now: () => new Date() });
}

async function openForm(fixture: FormFixture, artifactId: number): Promise<FormSession> {
  fixture.server.clock.advance(5000);
  const session = await fixture.open(fixture.createSubject(artifactId), bugsTrackerId);
  await session.checkForChanges(neverAborted);
  return session;
}

/** Returns the requests of the list alone. */
async function loadList(fixture: FormFixture, list: LoadableList): Promise<readonly string[]> {
  const before = fixture.server.requests.length;
  await list.load();
  return fixture.server.requests.slice(before).map(({ method, path }) => {
    const { pathname } = new URL(path, fixture.server.url);
    return `${method} ${pathname.split("/").slice(2).join("/")}`;
  });
}

for (const dialect of dialects) {
  describe(`rows of a tracker after a save on the ${dialect} dialect`, () => {
    let fixture: FormFixture;
    let lists: ArtifactLists;
    let artifactId: number;
    let session: FormSession;

    beforeEach(async () => {
      fixture = await FormFixture.open(dialect);
      lists = createLists(fixture);
      const list = getBugs(false);
      await list.load();
      artifactId = list.rows()[0]?.id ?? assert.fail("the tracker is empty");
      session = await openForm(fixture, artifactId);
    });
    afterEach(() => fixture.close());

    function getBugs(openOnly: boolean): ReturnType<ArtifactLists["getTrackerList"]> {
      const uri = `trackers/${bugsTrackerId}`;
      const summary = { kind: "tracker", id: bugsTrackerId, uri, label: "Bugs", color: undefined } as const;
      return lists.getTrackerList(fixture.site, { ...summary, artifactsUri: `${uri}/artifacts` }, openOnly);
    }

    function findTitle(list: ReturnType<typeof getBugs>): string | undefined {
      const rows = list.rows().filter((row) => row.kind === "artifact");
      return rows.find(({ id }) => id === artifactId)?.title;
    }

    for (const openOnly of [true, false]) {
      it(`are not requested if the check has loaded them (${openOnly ? "open only" : "all"})`, async () => {
        const list = getBugs(openOnly);
        await list.load();
        const isListed = findTitle(list) !== undefined;
        editField(session, "title", createLineInput("Mine"));
        await saveForm(session);
        assert.deepEqual(await loadList(fixture, list), []);
        assert.equal(findTitle(list), isListed ? "Mine" : undefined);
      });
    }

    it("wait for the check instead of sending the same request", async () => {
      const list = getBugs(false);
      await list.load();
      editField(session, "title", createLineInput("Mine"));
      const requestPath = new RegExp(`artifacts/${artifactId}(\\?|$)`);
      const before = fixture.countRequests("GET", requestPath);
      const fault = { kind: "trickle", bytes: 2048, ms: 10 } as const;
      fixture.server.faults.add({ method: "GET", path: requestPath, times: 1, fault });
      const saving = saveForm(session);
      await waitUntil("the check has started", () => fixture.countRequests("GET", requestPath) > before);
      await Promise.all([saving, list.load()]);
      assert.equal(fixture.countRequests("GET", requestPath) - before, 1);
      assert.equal(findTitle(list), "Mine");
    });

    it("are requested if the check couldn't load them", async () => {
      const list = getBugs(false);
      await list.load();
      editField(session, "title", createLineInput("Mine"));
      const fault = { kind: "status", status: 500 } as const;
      const removeFault = fixture.server.faults.add({ method: "GET", path: /artifacts\/\d+/, fault });
      await saveForm(session);
      removeFault();
      assert.ok((await loadList(fixture, list)).length > 0);
      assert.equal(findTitle(list), "Mine");
    });

    it("are requested when the list is refreshed", async () => {
      const list = getBugs(false);
      await list.load();
      editField(session, "title", createLineInput("Mine"));
      await saveForm(session);
      fixture.server.updateArtifact(artifactId, {
        values: [
          {
            field_id: session.base?.form.fields.find(({ name }) => name === "title")?.id ?? 0,
            value: "Theirs",
          },
        ],
      });
      list.invalidate();
      assert.ok((await loadList(fixture, list)).length > 0);
      assert.equal(findTitle(list), "Theirs");
    });
  });
}

describe("My Work after a save", () => {
  let fixture: FormFixture;
  let work: MyWork;
  let lists: ArtifactLists;

  beforeEach(async () => {
    fixture = await FormFixture.open("product");
    lists = createLists(fixture);
    work = lists.getMyWork(fixture.site, { role: "submitted", openOnly: true });
    await work.load();
  });
  afterEach(() => fixture.close());

  function getRows(): readonly { readonly id: number; readonly title: string | undefined }[] {
    return work.state.kind === "rows" ? work.state.rows : assert.fail(work.state.kind);
  }

  function getFirstBug(): number {
    const rows = work.state.kind === "rows" ? work.state.rows : [];
    return rows.find(({ tracker }) => tracker?.id === bugsTrackerId)?.id ?? assert.fail("there is no bug");
  }

  it("shows the new title without a request", async () => {
    const id = getFirstBug();
    const session = await openForm(fixture, id);
    editField(session, "title", createLineInput("Mine"));
    await saveForm(session);
    assert.deepEqual(await loadList(fixture, work), []);
    assert.equal(getRows().find((row) => row.id === id)?.title, "Mine");
  });

  it("requests the list once if the artifact may have left it", async () => {
    const id = getFirstBug();
    const session = await openForm(fixture, id);
    editField(session, "status", createChoiceInput(session, "status", "Fixed"));
    await saveForm(session);
    assert.deepEqual(await loadList(fixture, work), ["GET users/self/artifacts"]);
    assert.ok(getRows().every((row) => row.id !== id));
  });

  it("requests nothing for an artifact of somebody else", async () => {
    const ids = new Set(getRows().map(({ id }) => id));
    const { client } = await fixture.store.connections.connect(fixture.site);
    const { items } = await client.artifacts(await client.tracker(bugsTrackerId), { offset: 0 });
    const other = items.find((item) => item.kind === "artifact" && item.isOpen === true && !ids.has(item.id));
    const session = await openForm(fixture, other?.id ?? assert.fail("there is none"));
    editField(session, "title", createLineInput("Mine"));
    await saveForm(session);
    assert.deepEqual(await loadList(fixture, work), []);
  });
});
