import assert from "node:assert/strict";
import * as vscode from "vscode";
import { type Dialect, type Simulator, startSimulator } from "../simulator/simulator.ts";
import { assertEventually } from "../support/wait.ts";
import { setSites, clearSites, activateExtension } from "./extensionUnderTest.ts";

const bugsId = 11;

interface Bug {
  readonly id: number;
  readonly title: string;
  readonly status: string;
}

/** Public artifacts, requested without the extension. */
async function fetchBugs({ url }: Simulator): Promise<readonly Bug[]> {
  const response = await fetch(`${url}/api/trackers/${bugsId}/artifacts?limit=50`);
  const rows: unknown = await response.json();
  assert.ok(Array.isArray(rows));
  return rows
    .map(({ id, title, status }: Bug) => ({ id, title, status }))
    .filter(({ id, title }) => id > 9 && /^[\w ]{20,}$/.test(title));
}

async function updateSetting(
  name: string,
  value: unknown,
  target = vscode.ConfigurationTarget.Workspace,
): Promise<void> {
  await vscode.workspace.getConfiguration().update(`artifacts.${name}`, value, target);
}

let fileCount = 0;

function getFolder(): vscode.Uri {
  const [workspaceFolder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(workspaceFolder, "these tests run in a folder");
  return vscode.Uri.joinPath(workspaceFolder.uri, "references-across-sites");
}

/** Other tests search the workspace. */
async function deleteFiles(): Promise<void> {
  await vscode.workspace.fs.delete(getFolder(), { recursive: true });
}

/** Opens a document of the workspace. Each has its own name, so that nothing is cached. */
async function open(text: string, ending = "md"): Promise<vscode.TextDocument> {
  fileCount += 1;
  const file = vscode.Uri.joinPath(getFolder(), `references-${fileCount}.${ending}`);
  await vscode.workspace.fs.writeFile(file, Buffer.from(text));
  return vscode.workspace.openTextDocument(file);
}

/** Text and target of each reference link. */
async function getLinks(document: vscode.TextDocument): Promise<readonly (readonly [string, unknown])[]> {
  const found = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
    "vscode.executeLinkProvider",
    document.uri,
  );
  return found
    .filter(({ tooltip }) => tooltip?.startsWith("Open Artifact") === true)
    .map(({ range, target }) => {
      assert.ok(target === undefined || target.path === "artifacts.openArtifact");
      return [document.getText(range), target === undefined ? undefined : JSON.parse(target.query)];
    });
}

async function getHovers(
  document: vscode.TextDocument,
  at: string,
): Promise<readonly vscode.MarkdownString[]> {
  const found = await vscode.commands.executeCommand<vscode.Hover[]>(
    "vscode.executeHoverProvider",
    document.uri,
    document.positionAt(document.getText().indexOf(at) + 2),
  );
  return found
    .flatMap(({ contents }) => contents)
    .filter((content) => content instanceof vscode.MarkdownString);
}

/** Removes Markdown escapes. */
function unescape({ value }: vscode.MarkdownString): string {
  return value.replaceAll("&nbsp;", " ").replaceAll("\\", "");
}

/** The title as truncated in the completion list. */
function truncateTitle(title: string): string {
  return title.length <= 28 ? title : `${title.slice(0, 27)}…`;
}

/** The completions at the end of a text. */
async function getCompletions(text: string, ending?: string): Promise<readonly vscode.CompletionItem[]> {
  const document = await open(text, ending);
  const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
    "vscode.executeCompletionItemProvider",
    document.uri,
    document.positionAt(text.length),
    "#",
  );
  return items.filter(({ kind }) => kind === vscode.CompletionItemKind.Reference);
}

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`references in texts on the ${dialect} dialect`, () => {
    let server: Simulator;
    let bugs: readonly Bug[];

    before(async () => {
      server = await startSimulator({ dialect });
      bugs = await fetchBugs(server);
      await setSites(server.url);
      await activateExtension();
    });
    after(async () => {
      await deleteFiles();
      await clearSites();
      await server.close();
    });
    afterEach(async () => {
      server.faults.clear();
      for (const name of ["references.links", "references.hovers", "references.completion", "folderSite"]) {
        await updateSetting(name, undefined);
      }
      await updateSetting("references.patterns", undefined, vscode.ConfigurationTarget.Global);
    });

    const getBug = (at: number): Bug => bugs[at] ?? assert.fail("too few bugs");
    const getApi = (): string => `${server.url}/api`;

    it("are links, without requests", async () => {
      const document = await open(
        "See art #12, Artifact #open-tides:13 and TULEAP-14;\nnot 2026-11-15, v17.4, art#5, #6, rev #7, tuleap-17.4\n",
      );
      const before = server.requests.length;
      assert.deepEqual(await getLinks(document), [
        ["art #12", [{ siteApi: getApi(), artifactId: 12 }]],
        ["Artifact #open-tides:13", [{ siteApi: getApi(), artifactId: 13 }]],
        ["TULEAP-14", [{ siteApi: getApi(), artifactId: 14 }]],
      ]);
      assert.equal(server.requests.length, before);
    });

    it("are links for the user's patterns, unless links are disabled", async () => {
      const document = await open("art #1 and PROJ-2\n");
      const getLinkTexts = async (): Promise<readonly string[]> =>
        (await getLinks(document)).map(([text]) => text);
      assert.deepEqual(await getLinkTexts(), ["art #1"]);
      await updateSetting("references.patterns", ["PROJ-${id}"], vscode.ConfigurationTarget.Global);
      await assertEventually(async () => assert.deepEqual(await getLinkTexts(), ["art #1", "PROJ-2"]));
      await updateSetting("references.links", false);
      await assertEventually(async () => assert.deepEqual(await getLinkTexts(), []));
    });

    it("are found in the first part of a large file only, and never truncated", async () => {
      // The limit of 200,000 characters is within the second number.
      const begin = "art #1\n".padEnd(199_994, "x ");
      const document = await open(`${begin}art #123456 and more\nart #9\n`, "txt");
      assert.deepEqual(
        (await getLinks(document)).map(([text]) => text),
        ["art #1"],
      );
      assert.equal((await getLinks(await open("art #1\n".repeat(3000), "txt"))).length, 2000);
    });

    it("show title, status and actions on hover, and nothing for dates and versions", async () => {
      const { id, title, status } = getBug(0);
      const document = await open(`art #${id}, 2026-11-15, tuleap-17.4\n`);
      const before = server.requests.length;
      for (const other of ["2026", "tuleap-17"]) assert.deepEqual(await getHovers(document, other), []);
      assert.equal(server.requests.length, before);
      const [hover] = await getHovers(document, "art #");
      assert.ok(hover);
      const text = unescape(hover);
      assert.ok(text.includes(`#${id} ${title}`) && text.includes(`Status: ${status}`), text);
      assert.deepEqual(hover.isTrusted, {
        enabledCommands: [
          "artifacts.openArtifact",
          "artifacts.openInBrowser",
          "artifacts.copyReference",
          "artifacts.setStatus",
        ],
      });
      const commands = [...hover.value.matchAll(/\(command:([^?]+)\?([^)]*)\)/g)];
      assert.equal(commands.length, 4);
      for (const [, , argument = ""] of commands) {
        const [target] = JSON.parse(decodeURIComponent(argument)) as [
          { siteApi: string; artifactId: number },
        ];
        assert.deepEqual([target.siteApi, target.artifactId], [getApi(), id]);
      }
    });

    it("show a missing artifact on hover, with one request", async () => {
      const document = await open("art #987654\n");
      const [hover] = await getHovers(document, "art #");
      assert.ok(hover);
      assert.match(unescape(hover), /^Artifact #987654 doesn't exist on Demo/);
      const before = server.requests.length;
      assert.equal((await getHovers(document, "art #")).length, 1);
      assert.equal(server.requests.length, before);
    });

    it("escape commands, links and images in titles", async () => {
      const { id } = getBug(1);
      const tracker = (await (await fetch(`${server.url}/api/trackers/${bugsId}`)).json()) as {
        readonly fields: readonly { readonly field_id: number; readonly name: string }[];
      };
      const field_id = tracker.fields.find(({ name }) => name === "title")?.field_id ?? 0;
      const title = "[x](command:workbench.action.quit) ![y](https://evil.example/y.png) <b>bold</b> **";
      server.updateArtifact(id, { values: [{ field_id, value: title }] });
      const [hover] = await getHovers(await open(`art #${id}\n`), "art #");
      assert.ok(hover);
      assert.equal(hover.supportHtml ?? false, false);
      assert.ok(!/(?<!\\)\]\(command:workbench/.test(hover.value), hover.value);
      assert.ok(!/(?<!\\)!\[|(?<!\\)!\\?\[y(?<!\\)\]/.test(hover.value), hover.value);
      assert.ok(!hover.value.includes("<b>"), hover.value);
    });

    it("show no hover if hovers are disabled", async () => {
      const document = await open(`art #${getBug(0).id}\n`);
      await updateSetting("references.hovers", false);
      await assertEventually(async () => assert.deepEqual(await getHovers(document, "art #"), []));
    });

    it("are completed by number, with title and status", async () => {
      const { id, title, status } = getBug(2);
      const [item, ...rest] = await getCompletions(`See art #${id}`);
      assert.deepEqual(rest, []);
      assert.deepEqual(
        [item?.label, item?.insertText],
        [{ label: `#${id} ${truncateTitle(title)}`, description: status }, `art #${id}`],
      );
      assert.ok(item?.documentation instanceof vscode.MarkdownString);
      assert.equal(unescape(item.documentation), title);
      const { range } = item;
      assert.ok(range instanceof vscode.Range);
      assert.deepEqual([range.start.character, range.end.character], [4, 9 + String(id).length]);
    });

    it("are completed in comments after a keyword, but not in code or if disabled", async () => {
      const { id } = getBug(2);
      assert.equal((await getCompletions(`const a = 1; // art #${id}`, "ts")).length, 1);
      assert.equal((await getCompletions(`/*\n see art #${id}`, "ts")).length, 1);
      const before = server.requests.length;
      assert.deepEqual(await getCompletions(`const a = art #${id}`, "ts"), []);
      assert.deepEqual(await getCompletions(`// #${id}`, "ts"), []);
      assert.deepEqual(await getCompletions(`rev #${id}`), []);
      await updateSetting("references.completion", false);
      assert.deepEqual(await getCompletions(`art #${id}`), []);
      assert.equal(server.requests.length, before);
    });
  });
}

describe("references with several sites", () => {
  let firstServer: Simulator;
  let otherServer: Simulator;

  before(async () => {
    [firstServer, otherServer] = await Promise.all([
      startSimulator({ dialect: "product" }),
      startSimulator({ dialect: "product" }),
    ]);
    const sites = [
      { url: firstServer.url, label: "One" },
      { url: otherServer.url, label: "Other" },
    ];
    await updateSetting("sites", sites, vscode.ConfigurationTarget.Global);
    await activateExtension();
  });
  after(async () => {
    await deleteFiles();
    await updateSetting("folderSite", undefined);
    await clearSites();
    await Promise.all([firstServer.close(), otherServer.close()]);
  });

  it("belong to the site of the folder, and to none if it is unknown", async () => {
    const document = await open("art #12\n");
    assert.deepEqual(await getLinks(document), [["art #12", undefined]]);
    assert.deepEqual(await getHovers(document, "art #"), []);
    await updateSetting("folderSite", "Other");
    await assertEventually(async () =>
      assert.deepEqual(await getLinks(document), [
        ["art #12", [{ siteApi: `${otherServer.url}/api`, artifactId: 12 }]],
      ]),
    );
    assert.equal((await getHovers(document, "art #")).length, 1);
    assert.deepEqual([firstServer.requests.length, otherServer.requests.length], [0, 1]);
  });
});
