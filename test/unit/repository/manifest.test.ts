import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot as root } from "../../support/repositoryRoot.ts";

// The types of commands, settings and context keys are erased at run time, so they are read from the sources.
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

function findAll(text: string, pattern: RegExp): readonly string[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ""))].toSorted();
}

describe("manifest", () => {
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

  it("shows only Connect and Show Log in the palette as long as there is no site", () => {
    const { commands, menus } = manifest.contributes;
    const conditions = new Map(menus["commandPalette"]?.map(({ command, when }) => [command, when]));
    const unconditional = commands.filter(({ command }) => conditions.get(command) === undefined);
    assert.deepEqual(
      unconditional.map(({ command }) => command),
      ["artifacts.connect", "artifacts.showLog"],
    );
    const needsSite = /^false$|treeState != noSite|activeWebviewPanelId == |resourceScheme == artifact-json/;
    const withoutSite = commands.filter(({ command }) => !needsSite.test(conditions.get(command) ?? "false"));
    assert.deepEqual(withoutSite, []);
  });

  it("has the commands of protocol/commandArguments.ts, each registered, with a title and the same category", async () => {
    const source = await read("src/protocol/commandArguments.ts");
    const declared = findAll(
      source.slice(source.indexOf("interface CommandArguments")),
      /^ {2}"(artifacts\.\w+)":/gm,
    );
    assert.deepEqual(manifest.contributes.commands.map(({ command }) => command).toSorted(), declared);
    assert.deepEqual(
      findAll(sources, /(?:commands\.register\(\s*|^ {2}(?=\S+,$))"(artifacts\.\w+)"/gm),
      declared,
    );
    assert.ok(
      manifest.contributes.commands.every(
        ({ title, category }) => title.startsWith("%") && category === "%extension.category%",
      ),
    );
  });

  it("names only existing commands in its menus, and hides those that need a row from the palette", () => {
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
      "artifacts.addComment",
      "artifacts.addReference",
      "artifacts.assign",
      "artifacts.assignToMe",
      "artifacts.attachFile",
      "artifacts.changeField",
      "artifacts.checkConnection",
      "artifacts.connect",
      "artifacts.copyAsCurl",
      "artifacts.deleteArtifact",
      "artifacts.discardForm",
      "artifacts.downloadAllAttachments",
      "artifacts.editSvnRepository",
      "artifacts.filterProjects",
      "artifacts.findArtifactsInHistory",
      "artifacts.findReferencesInWorkspace",
      "artifacts.followArtifact",
      "artifacts.goToArtifact",
      "artifacts.hideCountInBadge",
      "artifacts.inspectAsJson",
      "artifacts.linkArtifact",
      "artifacts.linkCommit",
      "artifacts.listArtifactsInRange",
      "artifacts.newArtifact",
      "artifacts.newArtifactFromSelection",
      "artifacts.newQuery",
      "artifacts.newSvnRepository",
      "artifacts.nextArtifact",
      "artifacts.openBoard",
      "artifacts.openFormInBrowser",
      "artifacts.openKanban",
      "artifacts.openTable",
      "artifacts.previousArtifact",
      "artifacts.redoEdit",
      "artifacts.refresh",
      "artifacts.refreshBoard",
      "artifacts.refreshForm",
      "artifacts.refreshJson",
      "artifacts.refreshTable",
      "artifacts.removeSite",
      "artifacts.runTql",
      "artifacts.saveForm",
      "artifacts.saveTql",
      "artifacts.searchArtifacts",
      "artifacts.selectCurrentUser",
      "artifacts.setStatus",
      "artifacts.showActiveArtifact",
      "artifacts.showLog",
      "artifacts.signIn",
      "artifacts.signOut",
      "artifacts.startWork",
      "artifacts.stopFollowing",
      "artifacts.stopWork",
      "artifacts.switchAccount",
      "artifacts.undoChange",
      "artifacts.undoEdit",
    ]);
  });

  it("enables form commands only while a form is active", () => {
    const isForm = "activeWebviewPanelId == 'artifacts.form'";
    const { menus } = manifest.contributes;
    const entries = Object.values(menus).flat();
    const formCommands = [
      "artifacts.discardForm",
      "artifacts.openFormInBrowser",
      "artifacts.redoEdit",
      "artifacts.refreshForm",
      "artifacts.saveForm",
      "artifacts.undoEdit",
    ];
    for (const command of formCommands) {
      const conditions = entries.filter((entry) => entry.command === command).map(({ when }) => when);
      assert.deepEqual([...new Set(conditions)], [isForm], command);
      assert.ok(
        menus["commandPalette"]?.some((entry) => entry.command === command),
        command,
      );
    }
  });

  it("enables key bindings only while a form or a view has the focus, and passes the view", () => {
    const { keybindings } = manifest.contributes;
    const isForm = "activeWebviewPanelId == 'artifacts.form'";
    // The form panel stays active while a view has the focus, so key bindings of rows exclude forms.
    const isFormAlone = `${isForm} && focusedView != 'artifacts.tree' && focusedView != 'artifacts.myWork'`;
    for (const { command, key, when, args } of keybindings) {
      const [, view] = /^focusedView == '([\w.]+)'/.exec(when) ?? [];
      const expected = /\.(?:saveForm|undoEdit|redoEdit)$/.test(command) ? isForm : isFormAlone;
      assert.ok(view !== undefined || when === expected, `${command} ${key}`);
      assert.equal(args?.view, view, `${command} ${key}`);
      // Single letters filter rows in views and type text in forms.
      assert.match(key, /^(?:ctrl|shift|alt)\+|^delete$/);
    }
    // The last matching key binding wins: that of the view.
    const formCommands = keybindings.filter(({ when }) => when.startsWith(isForm));
    assert.deepEqual(keybindings.slice(0, formCommands.length), formCommands);
    const keysAndConditions = keybindings.map(({ key, when }) => `${key} ${when}`);
    assert.equal(new Set(keysAndConditions).size, keysAndConditions.length);
  });

  it("activates the extension for file systems, panels and URIs, and after startup", () => {
    // Views and commands activate it implicitly. Draft documents are opened by their scheme, and panels are restored by
    // their type. After the extension host was killed, open forms don't work until the extension runs again, which must
    // not depend on the tree being visible.
    assert.deepEqual(manifest.activationEvents, [
      "onFileSystem:artifact-file",
      "onFileSystem:artifact-json",
      "onFileSystem:artifacts-draft",
      "onStartupFinished",
      "onUri",
      "onWebviewPanel:artifacts.board",
      "onWebviewPanel:artifacts.form",
      "onWebviewPanel:artifacts.table",
    ]);
  });

  it("uses only context keys of protocol/contributions.ts, and has welcome content for each empty state", async () => {
    const declared = await read("src/protocol/contributions.ts");
    const conditions = [
      ...Object.values(manifest.contributes.menus).flat(),
      ...manifest.contributes.keybindings,
      ...manifest.contributes.viewsWelcome,
    ]
      .map(({ when }) => when ?? "")
      .join("\n");
    const viewIds = new Set([
      "artifacts.tree",
      "artifacts.myWork",
      "artifacts.inbox",
      "artifacts.references",
      "artifacts.form",
      "artifacts.table",
      "artifacts.board",
    ]);
    const usedKeys = findAll(conditions, /(artifacts\.\w+)/g).filter((key) => !viewIds.has(key));
    assert.deepEqual(usedKeys, findAll(declared, /"(artifacts\.\w+)":/g));
    const states = findAll(
      declared.slice(declared.indexOf("type TreeState")).split(";", 1).join(),
      /"(\w+)"/g,
    );
    for (const state of states.filter((each) => each !== "loaded")) {
      assert.ok(
        manifest.contributes.viewsWelcome.some(({ when }) => when.includes(`== ${state}`)),
        state,
      );
    }
  });

  it("takes each text from package.nls.json, which has no unused texts", async () => {
    const texts = Object.keys(JSON.parse(await read("package.nls.json")) as object).toSorted();
    assert.deepEqual(findAll(text, /"%([\w.]+)%"/g), texts);
  });

  it("has the identity of the published extension", () => {
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

  it("has the same version as the changelog", async () => {
    const [newest] = findAll(await read("CHANGELOG.md"), /^## \[(\d+\.\d+\.\d+)\]/gm);
    assert.equal(newest, manifest.version);
  });

  it("runs row commands on all selected rows, or hides them while several are selected", async () => {
    const source = await read("src/protocol/commandArguments.ts");
    const table = source.slice(source.indexOf("export interface CommandArguments"));
    const takesRows = new Map(
      [...table.matchAll(/"(artifacts\.\w+)": ([^;]*);/g)].map(([, command = "", args = ""]) => [
        command,
        args === "[]" || /RowArguments|TriageArguments|selected\?:/.test(args),
      ]),
    );
    const { contributes } = JSON.parse(await read("package.json")) as Manifest;
    const singleRowCommands = (contributes.menus["view/item/context"] ?? []).filter(
      ({ command, when = "", group = "" }) =>
        !group.startsWith("inline") &&
        takesRows.get(command) !== true &&
        !when.includes("!listMultiSelection"),
    );
    assert.deepEqual(
      singleRowCommands.map(({ command }) => command),
      [],
    );
  });
});
