import assert from "node:assert/strict";
import { type Bug, someBugs } from "../support/simulator/someBugs.ts";
import { until } from "../support/wait.ts";
import { AskingStage } from "./askingStage.ts";
import type { QuickBox } from "./quickInputs.ts";

const bugsId = 11;

describe("searching and going to artifacts", () => {
  let stage: AskingStage;
  let bugs: readonly Bug[];
  let searching: Promise<void> = Promise.resolve();

  before(async () => {
    stage = await AskingStage.open("product");
    bugs = await someBugs(stage.server);
  });
  afterEach(async () => {
    stage.server.faults.clear();
    stage.ran.length = 0;
    stage.inputs.told.length = 0;
    stage.inputs.press = undefined;
    await stage.inputs.end(searching);
  });
  after(() => stage.close());

  const bug = (at: number): Bug => bugs[at] ?? assert.fail("too few bugs");
  const rowOf = ({ id, title }: Bug): RegExp => new RegExp(`^#${id}\n${title} · Bugs · \\w`);

  async function search(): Promise<QuickBox> {
    searching = stage.search.open();
    return stage.inputs.asking("Search Artifacts");
  }

  it("says that there is nothing to search in, and offers to choose", async () => {
    const box = await (await search()).saying("Only numbers are found.");
    await box.pick("Choose Trackers to Search…");
    const scope = await stage.inputs.asking("In which trackers");
    (await scope.mark("Bugs")).accept();
    await (await stage.inputs.asking("Search Artifacts")).saying("Searches the titles of 1 tracker");
    stage.inputs.turnAway();
  });

  it("finds by title as one types, with tracker and status, and opens what is chosen, its list beside it", async () => {
    const found = bug(0);
    const box = await search();
    await box.type(found.title).pick(rowOf(found));
    await searching;
    const [[command, target] = []] = stage.ran;
    const { artifactId, trackerId, neighbours } = target as {
      readonly artifactId: number;
      readonly trackerId: number;
      readonly neighbours: () => readonly { readonly artifactId: number }[];
    };
    assert.deepEqual([command, artifactId, trackerId], ["artifacts.openArtifact", found.id, bugsId]);
    assert.ok(neighbours().some((each) => each.artifactId === found.id));
  });

  it("shows what was opened not long ago while nothing is typed", async () => {
    const { id, title } = bug(0);
    const { store, siteApi } = stage;
    const [site] = store.sites.list();
    const account = site && (await store.catalog.of(site).account());
    await store.recent.note(siteApi, account, { id, title, tracker: undefined });
    const box = await search();
    await box.row("Recently opened");
    await box.row(new RegExp(`^#${id}\n${title}`));
    stage.inputs.turnAway();
  });

  it("never shows the answer to an older text, however late it comes", async () => {
    const [old, young] = [bug(1), bug(2)];
    stage.server.faults.add({
      path: new RegExp(`/trackers/${bugsId}/artifacts`),
      times: 1,
      fault: { kind: "delay", ms: 600 },
    });
    const box = await search();
    const before = stage.server.requests.length;
    box.type(old.title);
    await until("it is searched", () => stage.server.requests.length > before);
    box.type(young.title);
    await box.row(rowOf(young));
    // The answer that was called off is on its way until then.
    await until("all is answered", () => stage.server.inFlight === 0);
    assert.ok(!box.labels.includes(`#${old.id}`));
    stage.inputs.turnAway();
  });

  it("finds by number, and says what it could not look through", async () => {
    const { id, title } = bug(3);
    const box = await search();
    await box.type(`bug #${id}`).row(new RegExp(`^#${id}\n${title}`));
    stage.server.faults.add({
      path: new RegExp(`/trackers/${bugsId}/artifacts`),
      fault: { kind: "status", status: 403 },
    });
    await box.type("the").row(/^Bugs: .*Demo/);
    stage.server.faults.clear();
    await box.type("zzzz no such words").row("No title has these words.");
    await box.type("a").row(/^Bugs has more/);
    stage.inputs.turnAway();
  });

  it("searches all trackers of pinned projects unless one chose others", async () => {
    const { store, siteApi } = stage;
    const known = store.catalog.of(store.sites.list()[0] ?? assert.fail());
    await known.allProjects.load();
    const tides = known.allProjects.items.find(
      (each) => each.kind === "project" && each.label === "Open Tides",
    );
    assert.ok(tides?.kind === "project");
    await store.pins.pin(siteApi, await known.account(), tides);
    const box = await (await search()).saying("Searches the titles of 1 tracker");
    box.press("Choose Trackers to Search…");
    (await stage.inputs.asking("In which trackers")).press("Search Open, Expanded and Pinned Trackers");
    await (await stage.inputs.asking("Search Artifacts")).saying(/Searches the titles of \d+ trackers/);
    stage.inputs.turnAway();
  });

  it("opens a row in the browser, and goes on", async () => {
    const found = bug(0);
    const box = await search();
    await box.type(found.title).pressAt(rowOf(found), "Open in Browser");
    await until("it is opened", () => stage.ran.length > 0);
    const [[command, target] = []] = stage.ran;
    const { artifactId } = target as { readonly artifactId: number };
    assert.deepEqual(
      [command, artifactId, stage.inputs.isAsking],
      ["artifacts.openInBrowser", found.id, true],
    );
    stage.inputs.turnAway();
  });

  it("says that the server knows who one is, and offers to sign in to who is not", async () => {
    await stage.sayWho();
    await stage.inputs.tells(`Demo knows you as ${stage.server.accounts.admin.realName}`);
    await stage.store.accounts.signOut(stage.siteApi, String(stage.server.accounts.admin.id));
    await stage.store.catalog.forget(stage.siteApi);
    stage.inputs.press = "Sign In";
    await stage.sayWho();
    await stage.inputs.tells("Sign in to Demo first");
    await until("somebody signs in", () => stage.ran.length > 0);
    assert.deepEqual(stage.ran, [["artifacts.signIn", { siteApi: stage.siteApi }]]);
  });
});

describe("searching two sites at once", () => {
  it("names the site of each row", async () => {
    const stage = await AskingStage.open("product", "North", "South");
    const [bug = assert.fail()] = await someBugs(stage.server);
    const searching = stage.search.open();
    const box = (await stage.inputs.asking("Search Artifacts")).type(`#${bug.id}`);
    for (const label of ["North", "South"]) await box.row(new RegExp(`^#${bug.id}\n.* · ${label}$`));
    stage.inputs.turnAway();
    await searching;
    await stage.close();
  });
});
