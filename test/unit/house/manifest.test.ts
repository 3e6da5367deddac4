import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { repository as root } from "../../support/repository.ts";

// The types of commands, settings and context keys are erased at run time: they are read from their sources.
interface Manifest {
  readonly name: string;
  readonly publisher: string;
  readonly version: string;
  readonly main: string;
  readonly icon: string;
  readonly license: string;
  readonly engines: { readonly vscode: string };
  readonly extensionKind: readonly string[];
  readonly capabilities: { readonly virtualWorkspaces: boolean };
  readonly activationEvents: readonly string[];
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly contributes: {
    readonly commands: readonly {
      readonly command: string;
      readonly title: string;
      readonly category: string;
    }[];
    readonly menus: Readonly<
      Record<string, readonly { readonly command: string; readonly when?: string; readonly group?: string }[]>
    >;
    readonly keybindings: readonly {
      readonly command: string;
      readonly key: string;
      readonly mac?: string;
      readonly when: string;
      readonly args?: { readonly view: string };
    }[];
    readonly viewsWelcome: readonly { readonly when: string; readonly contents: string }[];
  };
}

async function read(file: string): Promise<string> {
  return readFile(join(root, file), "utf8");
}

function all(text: string, pattern: RegExp): readonly string[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ""))].toSorted();
}

describe("the manifest", () => {
  let text: string;
  let manifest: Manifest;
  let sources: string;

  before(async () => {
    text = await read("package.json");
    manifest = JSON.parse(text) as Manifest;
    const files = (await readdir(join(root, "src"), { recursive: true })).filter((file) =>
      file.endsWith(".ts"),
    );
    sources = (await Promise.all(files.map((file) => read(join("src", file))))).join("\n");
  });

  it("offers in the palette, where there is no site, what leads to one, and nothing else", () => {
    const { commands, menus } = manifest.contributes;
    const whenOf = new Map(menus["commandPalette"]?.map(({ command, when }) => [command, when]));
    const unconditional = commands.filter(({ command }) => whenOf.get(command) === undefined);
    assert.deepEqual(
      unconditional.map(({ command }) => command),
      ["artifacts.connect", "artifacts.showLog"],
    );
    const needsSite = /^false$|treeState != noSite|activeWebviewPanelId == |resourceScheme == artifact-json/;
    const others = commands.filter(({ command }) => !needsSite.test(whenOf.get(command) ?? "false"));
    assert.deepEqual(others, []);
  });

  it("has the commands of protocol/commands.ts, each of them registered, titled and under one category", async () => {
    const source = await read("src/protocol/commands.ts");
    const declared = all(
      source.slice(source.indexOf("interface CommandArguments")),
      /^ {2}"(artifacts\.\w+)":/gm,
    );
    assert.deepEqual(manifest.contributes.commands.map(({ command }) => command).toSorted(), declared);
    assert.deepEqual(all(sources, /commands\.register\(\s*"(artifacts\.\w+)"/g), declared);
    assert.ok(
      manifest.contributes.commands.every(
        ({ title, category }) => title.startsWith("%") && category === "%extension.category%",
      ),
    );
  });

  it("names in its menus only commands that exist, and hides those that need a row from the palette", () => {
    const commands = new Set(manifest.contributes.commands.map(({ command }) => command));
    const entries = Object.values(manifest.contributes.menus).flat();
    assert.deepEqual(
      entries.filter(({ command }) => !commands.has(command)),
      [],
    );
    const hidden = (manifest.contributes.menus["commandPalette"] ?? []).filter(
      ({ when }) => when === "false",
    );
    const offered = [...commands].filter((command) => !hidden.some((entry) => entry.command === command));
    assert.deepEqual(offered.toSorted(), [
      "artifacts.activeArtifact",
      "artifacts.addComment",
      "artifacts.addReference",
      "artifacts.artifactsInRange",
      "artifacts.assign",
      "artifacts.assignToMe",
      "artifacts.attachFile",
      "artifacts.changeMany",
      "artifacts.checkConnection",
      "artifacts.chooseMe",
      "artifacts.connect",
      "artifacts.copyAsCurl",
      "artifacts.deleteArtifact",
      "artifacts.discardForm",
      "artifacts.downloadAll",
      "artifacts.editSvnRepository",
      "artifacts.filterProjects",
      "artifacts.goToArtifact",
      "artifacts.inspectAsJson",
      "artifacts.linkArtifact",
      "artifacts.linkCommit",
      "artifacts.newArtifact",
      "artifacts.newFromSelection",
      "artifacts.newQuery",
      "artifacts.newSvnRepository",
      "artifacts.nextArtifact",
      "artifacts.openFormInBrowser",
      "artifacts.openTable",
      "artifacts.previousArtifact",
      "artifacts.redoEdit",
      "artifacts.refresh",
      "artifacts.refreshForm",
      "artifacts.refreshJson",
      "artifacts.refreshTable",
      "artifacts.removeSite",
      "artifacts.saveForm",
      "artifacts.searchArtifacts",
      "artifacts.setStatus",
      "artifacts.showLog",
      "artifacts.signIn",
      "artifacts.signOut",
      "artifacts.startWork",
      "artifacts.stopCounting",
      "artifacts.stopWork",
      "artifacts.switchAccount",
      "artifacts.undoEdit",
    ]);
  });

  it("offers what is about the form in front only while there is one", () => {
    const isForm = "activeWebviewPanelId == 'artifacts.form'";
    const { menus } = manifest.contributes;
    const entries = Object.values(menus).flat();
    const ofForm = [
      "artifacts.discardForm",
      "artifacts.openFormInBrowser",
      "artifacts.redoEdit",
      "artifacts.refreshForm",
      "artifacts.saveForm",
      "artifacts.undoEdit",
    ];
    for (const command of ofForm) {
      const conditions = entries.filter((entry) => entry.command === command).map(({ when }) => when);
      assert.deepEqual([...new Set(conditions)], [isForm], command);
      assert.ok(
        menus["commandPalette"]?.some((entry) => entry.command === command),
        command,
      );
    }
  });

  it("takes keys only while a form or one of its lists has the focus, and says which list", () => {
    const { keybindings } = manifest.contributes;
    const isForm = "activeWebviewPanelId == 'artifacts.form'";
    // The form in front stays that while a list has the focus: what is meant for a row must not meet it.
    const isFormAlone = `${isForm} && focusedView != 'artifacts.tree' && focusedView != 'artifacts.myWork'`;
    for (const { command, key, when, args } of keybindings) {
      const [, view] = /^focusedView == '([\w.]+)'/.exec(when) ?? [];
      const wanted = /\.(?:saveForm|undoEdit|redoEdit)$/.test(command) ? isForm : isFormAlone;
      assert.ok(view !== undefined || when === wanted, `${command} ${key}`);
      assert.equal(args?.view, view, `${command} ${key}`);
      // Letters alone find rows in lists and are typed in forms.
      assert.match(key, /^(?:ctrl|shift|alt)\+|^delete$/);
    }
    // Of several rules the last one counts: that of the list.
    const ofForm = keybindings.filter(({ when }) => when.startsWith(isForm));
    assert.deepEqual(keybindings.slice(0, ofForm.length), ofForm);
    const places = keybindings.map(({ key, when }) => `${key} ${when}`);
    assert.equal(new Set(places).size, places.length);
  });

  it("starts the extension for what VS Code can't know of, and once a window is up", () => {
    // Views and commands start it by themselves. Documents of drafts are asked for by their scheme alone, tabs
    // that come back after a reload by their type. And after the extension host was killed, forms that are open
    // are orphans until we run again: that must not wait until somebody looks at the tree.
    assert.deepEqual(manifest.activationEvents, [
      "onFileSystem:artifact-file",
      "onFileSystem:artifact-json",
      "onFileSystem:artifacts-draft",
      "onStartupFinished",
      "onUri",
      "onWebviewPanel:artifacts.form",
      "onWebviewPanel:artifacts.table",
    ]);
  });

  it("asks only about context keys of protocol/contributions.ts, and has a welcome for each empty state", async () => {
    const declared = await read("src/protocol/contributions.ts");
    const conditions = [
      ...Object.values(manifest.contributes.menus).flat(),
      ...manifest.contributes.keybindings,
      ...manifest.contributes.viewsWelcome,
    ]
      .map(({ when }) => when ?? "")
      .join("\n");
    const viewIds = new Set(["artifacts.tree", "artifacts.myWork", "artifacts.form", "artifacts.table"]);
    const asked = all(conditions, /(artifacts\.\w+)/g).filter((key) => !viewIds.has(key));
    assert.deepEqual(asked, all(declared, /"(artifacts\.\w+)":/g));
    const states = all(declared.slice(declared.indexOf("type TreeState")).split(";", 1).join(), /"(\w+)"/g);
    for (const state of states.filter((each) => each !== "filled")) {
      assert.ok(
        manifest.contributes.viewsWelcome.some(({ when }) => when.includes(`== ${state}`)),
        state,
      );
    }
  });

  it("takes each text from package.nls.json, where none is left over", async () => {
    const texts = Object.keys(JSON.parse(await read("package.nls.json")) as object).toSorted();
    assert.deepEqual(all(text, /"%([\w.]+)%"/g), texts);
  });

  it("is that of the extension that people install", () => {
    const { name, publisher, license, engines, extensionKind, capabilities, devDependencies } = manifest;
    assert.deepEqual(
      {
        name,
        publisher,
        license,
        vscode: engines.vscode,
        extensionKind,
        virtualWorkspaces: capabilities.virtualWorkspaces,
        types: devDependencies["@types/vscode"],
      },
      {
        name: "artifacts-for-tuleap",
        publisher: "artifacts-for-tuleap",
        license: "MIT",
        vscode: "^1.112.0",
        extensionKind: ["workspace", "ui"],
        virtualWorkspaces: true,
        types: "1.110.0",
      },
    );
  });

  it("agrees with the changelog on the version", async () => {
    const [newest] = all(await read("CHANGELOG.md"), /^## \[(\d+\.\d+\.\d+)\]/gm);
    assert.equal(newest, manifest.version);
  });

  it("has commands of rows act on all selected ones, or hides them while several are selected", async () => {
    const source = await read("src/protocol/commands.ts");
    const table = source.slice(source.indexOf("export interface CommandArguments"));
    const takesRows = new Map(
      [...table.matchAll(/"(artifacts\.\w+)": ([^;]*);/g)].map(([, command = "", taken = ""]) => [
        command,
        taken === "[]" || /RowArguments|DecisionArguments|selected\?:/.test(taken),
      ]),
    );
    const { contributes } = JSON.parse(await read("package.json")) as Manifest;
    const ofOne = (contributes.menus["view/item/context"] ?? []).filter(
      ({ command, when = "", group = "" }) =>
        !group.startsWith("inline") &&
        takesRows.get(command) !== true &&
        !when.includes("!listMultiSelection"),
    );
    assert.deepEqual(
      ofOne.map(({ command }) => command),
      [],
    );
  });
});
