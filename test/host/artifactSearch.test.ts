import assert from "node:assert/strict";
import { type Bug, fetchOpenBugs } from "../support/simulator/fetchOpenBugs.ts";
import { waitUntil } from "../support/wait.ts";
import { PromptFixture } from "./promptFixture.ts";
import type { FakeQuickInput } from "./fakeQuickInputs.ts";

const bugsId = 11;

describe("ArtifactSearch", () => {
  let fixture: PromptFixture;
  let bugs: readonly Bug[];
  let searchDone: Promise<void> = Promise.resolve();

  before(async () => {
    fixture = await PromptFixture.open("product");
    bugs = await fetchOpenBugs(fixture.server);
  });
  afterEach(async () => {
    fixture.server.faults.clear();
    fixture.executedCommands.length = 0;
    fixture.inputs.messages.length = 0;
    fixture.inputs.buttonToPress = undefined;
    await fixture.inputs.dismissUntilDone(searchDone);
  });
  after(() => fixture.close());

  const getBug = (index: number): Bug => bugs[index] ?? assert.fail("not enough bugs");
  const matchRow = ({ id, title, status }: Bug): RegExp => new RegExp(`^#${id}\n${title} · Bugs · ${status}`);

  async function openSearch(): Promise<FakeQuickInput> {
    searchDone = fixture.search.open();
    return fixture.inputs.waitForPrompt("Search Artifacts");
  }

  it("searches all projects, shows tracker, status and assignee, and opens a result with its list", async () => {
    const expectedBug = getBug(0);
    const box = await openSearch();
    await box.type(expectedBug.title).waitForText("Searches titles and descriptions in all your projects");
    assert.deepEqual(box.buttons, []);
    const site = fixture.store.sites.list()[0] ?? assert.fail();
    const { client } = await fixture.store.catalog.getSite(site).connect();
    const { assignees } = await client.artifact(expectedBug.id);
    const { description = "" } = await box.waitForRow(matchRow(expectedBug));
    const names = assignees.map(({ label }) => label).join(", ");
    assert.ok(names === "" || description.endsWith(` · ${names}`), description);
    await box.pick(matchRow(expectedBug));
    await searchDone;
    const [[command, target] = []] = fixture.executedCommands;
    const { artifactId, getListedArtifacts } = target as {
      readonly artifactId: number;
      readonly getListedArtifacts: () => readonly { readonly artifactId: number }[];
    };
    assert.deepEqual([command, artifactId], ["artifacts.openArtifact", expectedBug.id]);
    assert.ok(getListedArtifacts().some((each) => each.artifactId === expectedBug.id));
  });

  it("shows recently opened artifacts for an empty text", async () => {
    const { id, title } = getBug(0);
    const { store, siteApi } = fixture;
    const [site] = store.sites.list();
    const account = site && (await store.catalog.getSite(site).getAccount());
    await store.recentlyOpened.add(siteApi, account, { id, title, tracker: undefined });
    const box = await openSearch();
    await box.waitForRow("Recently opened");
    await box.waitForRow(new RegExp(`^#${id}\n${title}`));
    fixture.inputs.dismiss();
  });

  it("never shows results of an older text, even if they arrive late", async () => {
    const [olderBug, newerBug] = [getBug(1), getBug(2)];
    fixture.server.faults.add({ path: /crosstracker_query/, times: 1, fault: { kind: "delay", ms: 600 } });
    const box = await openSearch();
    const requestCount = fixture.server.requests.length;
    box.type(olderBug.title);
    await waitUntil("the search has started", () => fixture.server.requests.length > requestCount);
    box.type(newerBug.title);
    await box.waitForRow(matchRow(newerBug));
    // The canceled request is in flight until then.
    await waitUntil("all requests are done", () => fixture.server.requestsInFlight === 0);
    assert.ok(!box.labels.includes(`#${olderBug.id}`));
    fixture.inputs.dismiss();
  });

  it("finds an artifact by ID, and reports incomplete results", async () => {
    const { id, title } = getBug(3);
    const box = await openSearch();
    await box.type(`bug #${id}`).waitForRow(new RegExp(`^#${id}\n${title}`));
    fixture.server.faults.add({ path: /crosstracker_query/, fault: { kind: "status", status: 403 } });
    await box.type("the").waitForRow(/on Demo/);
    fixture.server.faults.clear();
    await box.type("zzzz no such title").waitForRow(/^\nNo matching artifacts$/);
    await box.type("a").waitForText(/^\d+ more artifacts match/m);
    await box.waitForRow(/^\n\d+ more artifacts match\. Type more to narrow the results\.$/);
    fixture.inputs.dismiss();
  });

  it("opens a row in the browser and stays open", async () => {
    const expectedBug = getBug(0);
    const box = await openSearch();
    await box.type(expectedBug.title).pressItemButton(matchRow(expectedBug), "Open in Browser");
    await waitUntil("the command is executed", () => fixture.executedCommands.length > 0);
    const [[command, target] = []] = fixture.executedCommands;
    const { artifactId } = target as { readonly artifactId: number };
    assert.deepEqual(
      [command, artifactId, fixture.inputs.isAnyShown],
      ["artifacts.openInBrowser", expectedBug.id, true],
    );
    fixture.inputs.dismiss();
  });

  it("shows the current user that the server reports, and offers Sign In without an account", async () => {
    await fixture.selectCurrentUser();
    await fixture.inputs.waitForMessage(
      `You're signed in to Demo as ${fixture.server.accounts.admin.realName}`,
    );
    await fixture.store.accounts.signOut(fixture.siteApi, String(fixture.server.accounts.admin.id));
    await fixture.store.catalog.forgetSite(fixture.siteApi);
    fixture.inputs.buttonToPress = "Sign In";
    await fixture.selectCurrentUser();
    await fixture.inputs.waitForMessage("Sign in to Demo first");
    await waitUntil("the command is executed for sign-in", () => fixture.executedCommands.length > 0);
    assert.deepEqual(fixture.executedCommands, [["artifacts.signIn", { siteApi: fixture.siteApi }]]);
  });
});

describe("ArtifactSearch on a site that searches tracker by tracker", () => {
  let fixture: PromptFixture;
  let searchDone: Promise<void> = Promise.resolve();

  before(async () => {
    fixture = await PromptFixture.open("documented");
  });
  afterEach(async () => {
    fixture.server.faults.clear();
    await fixture.inputs.dismissUntilDone(searchDone);
  });
  after(() => fixture.close());

  async function openSearch(): Promise<FakeQuickInput> {
    searchDone = fixture.search.open();
    return fixture.inputs.waitForPrompt("Search Artifacts");
  }

  it("offers to select trackers if there are none to search, and names those that are searched", async () => {
    const box = await openSearch();
    await box.type("the").waitForText("You can search only by artifact ID.");
    await box.pick(/^\nSelect Trackers to Search…$/);
    const scope = await fixture.inputs.waitForPrompt("Select the trackers to search");
    (await scope.toggleItems("Bugs")).accept();
    const next = await fixture.inputs.waitForPrompt("Search Artifacts");
    await next.waitForText("Searches titles in 1 tracker: Bugs");
    await next.waitForRow(/^#\d+\n.*the.* · Bugs/i);
    await next.waitForRow(/^\nBugs has more results/);
    fixture.server.faults.add({
      path: new RegExp(`/trackers/${bugsId}/artifacts`),
      fault: { kind: "status", status: 403 },
    });
    await next.type("tide").waitForRow(/^\nBugs: .*Demo/);
    fixture.inputs.dismiss();
  });

  it("searches the trackers of pinned projects by default", async () => {
    const { store, siteApi } = fixture;
    const siteCatalog = store.catalog.getSite(store.sites.list()[0] ?? assert.fail());
    await siteCatalog.allProjects.load();
    const tides = siteCatalog.allProjects.items.find(
      (each) => each.kind === "project" && each.label === "Open Tides",
    );
    assert.ok(tides?.kind === "project");
    await store.pinnedProjects.pin(siteApi, await siteCatalog.getAccount(), tides);
    const box = await (await openSearch()).waitForText("Searches titles in 1 tracker: Bugs");
    box.pressButton("Select Trackers to Search…");
    (await fixture.inputs.waitForPrompt("Select the trackers to search")).pressButton(
      "Search Open, Expanded, and Pinned Trackers",
    );
    await (
      await fixture.inputs.waitForPrompt("Search Artifacts")
    ).waitForText(/Searches titles in \d+ trackers/);
    fixture.inputs.dismiss();
  });
});

describe("ArtifactSearch with two sites", () => {
  it("shows the site of each row", async () => {
    const fixture = await PromptFixture.open("product", "North", "South");
    const [bug = assert.fail()] = await fetchOpenBugs(fixture.server);
    const searchDone = fixture.search.open();
    const box = (await fixture.inputs.waitForPrompt("Search Artifacts")).type(`#${bug.id}`);
    for (const label of ["North", "South"]) {
      await box.waitForRow(new RegExp(`^#${bug.id}\n.* · ${label}$`));
    }
    fixture.inputs.dismiss();
    await searchDone;
    await fixture.close();
  });
});
