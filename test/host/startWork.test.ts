import assert from "node:assert/strict";
import * as vscode from "vscode";
import { openWork, type WorkFeature } from "../../src/features/commits/activeStatus.ts";
import { openWorkplace } from "../../src/features/commits/feature.ts";
import { GitHere } from "../../src/features/commits/gitExtension.ts";
import { isOffering, stopOffering } from "../../src/features/commits/scmInput/settings.ts";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { openStore, signIn, type Store } from "../support/fixtures/openStore.ts";
import { assertSoon, until } from "../support/wait.ts";
import { memory as newMemory } from "../unit/commits/memory.ts";
import type { TestRepository } from "../unit/store/commits/gitStage.ts";
import { set } from "./commitStage.ts";
import { OfferStage } from "./offerStage.ts";
import type { Place } from "./openedRepositories.ts";
import { type QuickBox, QuickInputs } from "./quickInputs.ts";

const bugs = 11;

/** The item in the status bar, as far as it is made use of. */
class StatusItem {
  text = "";
  tooltip: unknown;
  isShown = false;
  show(): void {
    this.isShown = true;
  }
  hide(): void {
    this.isShown = false;
  }
  dispose(): void {
    this.isShown = false;
  }
}

/** Work on artifacts, in copies of its own; questions are answered by the test. */
class WorkStage {
  readonly item = new StatusItem();
  readonly place: ReturnType<typeof openWorkplace>;
  readonly work: WorkFeature;
  readonly memory = newMemory();

  constructor(stage: OfferStage, store: Store = stage.desk.store, git: GitHere = stage.context.git) {
    const shared = { ...stage.context, ...store, memory: this.memory, git };
    this.place = openWorkplace(shared, git);
    const { workplace, gitRepositories, active } = this.place;
    const { createStatusBarItem } = vscode.window;
    Object.assign(vscode.window, { createStatusBarItem: () => this.item });
    this.work = openWork({ ...shared, workplace, gitRepositories, active });
    Object.assign(vscode.window, { createStatusBarItem });
  }

  async shows(expected: RegExp | undefined): Promise<void> {
    await assertSoon(() => {
      const { isShown, text } = this.item;
      if (expected === undefined) assert.equal(isShown, false, text);
      else assert.ok(isShown && expected.test(text), isShown ? text : "nothing is shown");
      return Promise.resolve();
    });
  }

  close(): void {
    this.work.dispose();
    this.place.dispose();
  }
}

describe("work on an artifact", () => {
  let stage: OfferStage;
  let inputs: QuickInputs;
  let at: WorkStage;
  let id: number;
  let made: TestRepository;
  let place: Place;

  before(async () => {
    stage = await OfferStage.open("product");
    inputs = new QuickInputs();
    id = await stage.artifactOf(bugs);
    ({ made, place } = await stage.opened.repository("buoys"));
    await made.file("note.txt", "One\n");
    made.git(["add", "note.txt"]);
    made.commit("Second");
    at = new WorkStage(stage);
    await until("the repository is known", () => at.place.gitRepositories.list.length === 1);
  });
  after(async () => {
    at.close();
    inputs.close();
    await stage.close();
  });
  afterEach(() => inputs.end(Promise.resolve()));
  beforeEach(() => {
    stage.ran.length = 0;
    inputs.told.length = 0;
    inputs.press = undefined;
  });

  const branch = (): string => made.git(["branch", "--show-current"]);

  async function startWork(): Promise<{ readonly box: QuickBox; readonly done: Promise<void> }> {
    const done = at.work.start({ siteApi: stage.desk.site.api, artifactId: id, trackerId: bugs });
    return { box: await inputs.asking(`Start Work on #${id}`), done };
  }

  /** The question that comes when the branch is there: as the last time. */
  async function goOn(done: Promise<void>): Promise<void> {
    (await inputs.asking(`At Work on #${id}`)).accept();
    await done;
  }

  async function switchTo(name: string, shows: RegExp | undefined): Promise<void> {
    made.git(["switch", "--quiet", name]);
    await place.status();
    await at.shows(shows);
  }

  const isShown = (): RegExp => new RegExp(`#${id}\\b`);

  it("begins on a branch whose name follows what is typed", async () => {
    const { box, done } = await startWork();
    await box.row(new RegExp(`^Create branch tuleap-${id}-.*\n.*from main`));
    await box
      .type("feature/${status|lower}-${slug|max:8}")
      .row(/^Create branch feature\/[\w-]+\n.*remembers/);
    await box.type("tuleap-${id").row(/^A brace is not closed/);
    box.accept();
    assert.equal(branch(), "main", "no name, no branch");
    await box
      .type("tuleap-${id}-${title|upper|slug|max:6}")
      .row(new RegExp(`^Create branch tuleap-${id}-[a-z]+`));
    box.accept();
    const extras = await inputs.asking(`At Work on #${id}`);
    assert.match(branch(), new RegExp(`^tuleap-${id}-[a-z-]+$`));
    (await extras.mark("Assign to me")).accept();
    await done;
    const target = { siteApi: stage.desk.site.api, artifactId: id, trackerId: bugs, page: undefined };
    assert.deepEqual(stage.ran, [["artifacts.assignToMe", target]]);
  });

  it("is shown in the status bar, with what can be done about it", async () => {
    await at.shows(new RegExp(`#${id} \\w`));
    assert.match(String(at.item.tooltip), new RegExp(`^#${id} .*\nStatus: [^]*\nSite: `));
    const showing = at.work.showMenu();
    await (await inputs.asking(`#${id} `)).pick("Copy Reference");
    await showing;
    assert.equal(stage.ran[0]?.[0], "artifacts.copyReference");
  });

  it("has the offer after commits again, where somebody said never", async () => {
    const repository = at.place.gitRepositories.current() ?? assert.fail("no repository");
    const labels = async (): Promise<readonly string[]> => {
      const showing = at.work.showMenu();
      const menu = await inputs.asking(`#${id} `);
      inputs.turnAway();
      await showing;
      return menu.labels;
    };
    assert.ok(!(await labels()).includes("Offer Again After Commits"));
    await stopOffering(at.memory, repository);
    const showing = at.work.showMenu();
    await (await inputs.asking(`#${id} `)).pick("Offer Again After Commits");
    await showing;
    assert.ok(isOffering(at.memory, repository));
  });

  it("follows a branch that is switched outside of VS Code", async () => {
    const mine = branch();
    made.git(["switch", "--quiet", "main"]);
    await at.shows(undefined);
    made.git(["switch", "--quiet", mine]);
    await at.shows(isShown());
  });

  it("ends, although the branch is still called so, and begins again there", async () => {
    await at.work.stop();
    await at.shows(undefined);
    const mine = branch();
    const { box, done } = await startWork();
    await box.type(mine).pick(`Stay on ${mine}`);
    await goOn(done);
    await at.shows(isShown());
    assert.equal(branch(), mine);
  });

  it("is remembered for a branch whose name tells nothing", async () => {
    const { box, done } = await startWork();
    await box.type("quiet-waters").pick("Create branch quiet-waters");
    await goOn(done);
    assert.equal(branch(), "quiet-waters");
    await at.shows(isShown());
    await switchTo("main", undefined);
    await switchTo("quiet-waters", isShown());
    await switchTo("main", undefined);
  });

  it("does not lose changes that are not committed, and says so", async () => {
    const old = `tuleap-${id}-old`;
    made.git(["switch", "--quiet", "-c", old]);
    await made.file("note.txt", "Two\n");
    made.commit("Third", ["--all"]);
    await switchTo("main", undefined);
    await made.file("note.txt", "Mine\n");
    const refused = await startWork();
    await refused.box.pick(`Check out ${old}`);
    await refused.done;
    await inputs.tells("Commit or stash your changes in note.txt first");
    assert.equal(branch(), "main");
    await made.file("note.txt", "One\n");
    const { box, done } = await startWork();
    await box.pick(`Check out ${old}`);
    await goOn(done);
    assert.equal(branch(), old);
  });

  it("leaves programs that the repository names to the person", async () => {
    await switchTo("main", undefined);
    made.git(["config", "filter.evil.smudge", "touch ran"]);
    const { executeCommand } = vscode.commands;
    const ran: unknown[] = [];
    Object.assign(vscode.commands, { executeCommand: (...command: unknown[]) => ran.push(command) });
    try {
      inputs.press = "Check Out with Git…";
      const { box, done } = await startWork();
      await box.pick(`Check out tuleap-${id}-old`);
      await done;
      await inputs.tells("filter.evil.smudge");
      assert.equal(branch(), "main");
      await until("git is asked", () => ran.length > 0);
      const [command, root] = ran[0] as readonly [string, vscode.Uri];
      assert.deepEqual([command, root.toString()], ["git.checkout", place.rootUri.toString()]);
    } finally {
      Object.assign(vscode.commands, { executeCommand });
      made.git(["config", "--unset", "filter.evil.smudge"]);
    }
  });

  it("says that git is off, and only when it is asked for", async () => {
    const { getExtension } = vscode.extensions;
    // As the git extension is where it is switched off.
    const off = {
      enabled: false,
      onDidChangeEnablement: () => new vscode.Disposable(() => undefined),
      getAPI: () => assert.fail("there is none"),
    };
    Object.assign(vscode.extensions, {
      getExtension: () => ({ isActive: true, exports: off, activate: () => Promise.resolve(off) }),
    });
    const without = new WorkStage(stage, stage.desk.store, new GitHere());
    try {
      assert.deepEqual([inputs.told, without.item.isShown], [[], false]);
      await without.work.start();
      await inputs.tells("VS Code's git extension, which is missing or switched off");
    } finally {
      Object.assign(vscode.extensions, { getExtension });
      without.close();
    }
  });

  describe("in a window with several repositories and sites", () => {
    let other: Simulator;
    let both: WorkStage;
    let right: TestRepository;
    let demo: string;

    before(async () => {
      other = await startSimulator({ dialect: "product" });
      const { server } = stage.desk;
      const store = openStore([
        { url: server.url, label: "Demo" },
        { url: other.url, label: "Other" },
      ]);
      demo = `${server.url}/api`;
      await signIn(store, demo, server.accounts.admin);
      ({ made: right } = await stage.opened.repository("right"));
      await right.file("starboard.txt", "x");
      both = new WorkStage(stage, store);
      await until("both are known", () => both.place.gitRepositories.list.length === 2);
    });
    after(async () => {
      await set("folderSite", undefined);
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      both.close();
      await other.close();
    });

    async function open({ folder }: TestRepository, name: string): Promise<void> {
      await vscode.window.showTextDocument(vscode.Uri.joinPath(vscode.Uri.file(folder), name));
    }

    it("asks which repository is meant, and which site it is about, once", async () => {
      const target = { siteApi: demo, artifactId: id, trackerId: bugs };
      const before = branch();
      const done = both.work.start(target);
      await (await inputs.asking("In which repository?")).pick("right");
      await (await inputs.asking("Which site are references")).pick("Demo");
      (await inputs.asking(`Start Work on #${id}`)).accept();
      await inputs.asking(`At Work on #${id}`);
      inputs.turnAway();
      await done;
      assert.match(right.git(["branch", "--show-current"]), /^tuleap-\d+-/);
      assert.equal(branch(), before);
      // Nobody can tell yet which of the two is meant, until a file of one is in front.
      await both.shows(undefined);
      await open(right, "starboard.txt");
      await both.shows(isShown());
      await open(made, "note.txt");
      await both.shows(undefined);
      const again = both.work.start(target);
      await (await inputs.asking("In which repository?")).pick("right");
      await inputs.asking(`Start Work on #${id}`);
      inputs.turnAway();
      await again;
    });

    it("begins nowhere for an artifact of another site", async () => {
      await set("folderSite", "Other");
      await both.work.start({ siteApi: demo, artifactId: id, trackerId: bugs });
      await inputs.tells("This artifact is on Demo, but the repository in this window is about Other");
      assert.equal(inputs.isAsking, false);
    });
  });
});
