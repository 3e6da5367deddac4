// A commit box that is not in sight: VS Code tells nothing of what stands there. All of the git extension that it takes is played
// here; the repository is a real one.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { OpenRepository, Workplace } from "../../src/features/commits/folderContext.ts";
import { CommitWatch } from "../../src/features/commits/scmInput/afterCommit.ts";
import { BoxFilling } from "../../src/features/commits/scmInput/prefill.ts";
import { ReferenceTexts } from "../../src/features/commits/scmInput/referenceTexts.ts";
import { platformOnly } from "../../src/model/reference/find.ts";
import { preparedMessage } from "../../src/store/commits/commitMessage.ts";
import { Lookups } from "../../src/store/references/lookups.ts";
import { Boundary } from "../../src/vscode/errorHandler.ts";
import { Log } from "../../src/vscode/log.ts";
import { openStore } from "../support/fixtures/openStore.ts";
import { assertSoon } from "../support/wait.ts";
import { memory } from "../unit/commits/memory.ts";
import { GitStage, type TestRepository } from "../unit/store/commits/gitStage.ts";
import { filled } from "./commitStage.ts";

const never: vscode.Event<never> = () => ({ dispose: () => undefined });

describe("a commit box out of sight", () => {
  let stage: GitStage;
  let made: TestRepository;
  let opened: vscode.Disposable;
  let box: { value: string };
  let repository: OpenRepository;
  let filling: BoxFilling;
  const stateChanged = new vscode.EventEmitter<void>();
  const activeChanged = new vscode.EventEmitter<OpenRepository>();

  before(async () => {
    stage = await GitStage.open();
    made = stage.repository("hidden");
    made.commit("First");
    made.git(["switch", "--quiet", "-c", "other"]);
    await made.file("lamp.txt", "two\n");
    made.git(["add", "."]);
    made.commit("Two");
    made.git(["switch", "--quiet", "main"]);
    await made.file("lamp.txt", "one\n");
    made.git(["add", "."]);
    made.commit("One");

    const { sites, catalog } = openStore([{ url: "https://demo.example.com", label: "Demo" }]);
    const [site] = sites.list();
    assert.ok(site);
    box = { value: "" };
    const root = vscode.Uri.file(made.folder);
    repository = {
      key: root.toString(),
      root,
      asked: made.ours,
      git: {
        rootUri: root,
        inputBox: box,
        state: { HEAD: { name: "main" }, remotes: [], onDidChange: stateChanged.event },
        ui: { selected: true, onDidChange: never },
        onDidCommit: never,
        status: () => Promise.resolve(),
      },
    };
    const workplace: Workplace = {
      api: undefined,
      repositories: [repository],
      changed: never,
      current: () => repository,
      askRepository: () => Promise.resolve(repository),
      repositoryOf: () => repository,
      repositoryOfMessage: () => undefined,
      siteOf: () => Promise.resolve(site),
      askSite: () => Promise.resolve(site),
      sitesChanged: never,
      grammarOf: () => platformOnly,
      activeIn: () => ({ site, artifactId: 12, by: "branch" }),
      activeChanged: activeChanged.event,
    };
    const log = new Log("Box under test");
    const boundary = new Boundary(log, () => undefined);
    const lookups = new Lookups(catalog, Date.now);
    const texts = new ReferenceTexts(catalog, workplace, lookups);
    const commits = new CommitWatch(workplace, boundary);
    filling = new BoxFilling({ workplace, memory: memory(), boundary, texts }, commits);
    opened = vscode.Disposable.from(filling, commits, texts, lookups, log);
  });
  after(async () => {
    opened.dispose();
    stateChanged.dispose();
    activeChanged.dispose();
    await stage.close();
  });

  async function holds(text: string): Promise<void> {
    await assertSoon(() => Promise.resolve(assert.equal(box.value, text)));
  }

  it("makes way for the message of a merge, and is filled again when that is called off", async () => {
    await holds(filled(12));
    assert.throws(() => made.git(["merge", "--quiet", "other"]));
    stateChanged.fire();
    await holds("");
    made.git(["merge", "--abort"]);
    stateChanged.fire();
    await holds(filled(12));
  });

  it("keeps a message that was put back, though VS Code still tells what stood there before", async () => {
    await holds(filled(12));
    assert.ok(filling.writeOver(repository, ""));
    activeChanged.fire(repository);
    assert.ok(filling.writeOver(repository, "What was said"));
    // An older change of the box, which its window has heard of by now.
    box.value = "";
    // What began before asks git once.
    for (let asked = 0; asked < 3; asked++) await preparedMessage(made.ours);
    assert.equal(box.value, "");
  });
});
