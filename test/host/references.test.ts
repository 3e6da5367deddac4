import assert from "node:assert/strict";
import * as vscode from "vscode";
import { type Dialect, type Simulator, startSimulator } from "../simulator/simulator.ts";
import { assertSoon } from "../support/wait.ts";
import { connectTo, disconnectAll, exportsOf } from "./extensionUnderTest.ts";

const bugsId = 11;

interface Bug {
  readonly id: number;
  readonly title: string;
  readonly status: string;
}

/** Nobody is signed in here: what everybody may see, read past the extension. */
async function someBugs({ url }: Simulator): Promise<readonly Bug[]> {
  const answer = await fetch(`${url}/api/trackers/${bugsId}/artifacts?limit=50`);
  const rows: unknown = await answer.json();
  assert.ok(Array.isArray(rows));
  return rows
    .map(({ id, title, status }: Bug) => ({ id, title, status }))
    .filter(({ id, title }) => id > 9 && /^[\w ]{20,}$/.test(title));
}

async function set(
  name: string,
  value: unknown,
  target = vscode.ConfigurationTarget.Workspace,
): Promise<void> {
  await vscode.workspace.getConfiguration().update(`artifacts.${name}`, value, target);
}

let files = 0;

/** A document of the workspace. Each has a name of its own, so that nothing is remembered of another one. */
async function open(text: string, ending = "md"): Promise<vscode.TextDocument> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder, "these tests run in a folder");
  files += 1;
  const file = vscode.Uri.joinPath(folder.uri, `references-${files}.${ending}`);
  await vscode.workspace.fs.writeFile(file, Buffer.from(text));
  return vscode.workspace.openTextDocument(file);
}

/** Text of each of our links, and what it leads to. */
async function links(document: vscode.TextDocument): Promise<readonly (readonly [string, unknown])[]> {
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

async function hovers(document: vscode.TextDocument, at: string): Promise<readonly vscode.MarkdownString[]> {
  const found = await vscode.commands.executeCommand<vscode.Hover[]>(
    "vscode.executeHoverProvider",
    document.uri,
    document.positionAt(document.getText().indexOf(at) + 2),
  );
  return found
    .flatMap(({ contents }) => contents)
    .filter((content) => content instanceof vscode.MarkdownString);
}

/** Without what marks server text as text. */
function asRead({ value }: vscode.MarkdownString): string {
  return value.replaceAll("&nbsp;", " ").replaceAll("\\", "");
}

/** As far as a list has room for it. */
function shortened(title: string): string {
  return title.length <= 28 ? title : `${title.slice(0, 27)}…`;
}

/** What is proposed at the end of a text. */
async function completions(text: string, ending?: string): Promise<readonly vscode.CompletionItem[]> {
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
      bugs = await someBugs(server);
      await connectTo(server.url);
      await exportsOf();
    });
    after(async () => {
      await disconnectAll();
      await server.close();
    });
    afterEach(async () => {
      server.faults.clear();
      for (const name of ["references.links", "references.hovers", "references.completion", "folderSite"]) {
        await set(name, undefined);
      }
      await set("references.patterns", undefined, vscode.ConfigurationTarget.Global);
    });

    const bug = (at: number): Bug => bugs[at] ?? assert.fail("too few bugs");
    const api = (): string => `${server.url}/api`;

    it("are links, for which the server is asked nothing", async () => {
      const document = await open(
        "See art #12, Artifact #open-tides:13 and TULEAP-14;\nnot 2026-11-15, v17.4, art#5, #6, rev #7, tuleap-17.4\n",
      );
      const before = server.requests.length;
      assert.deepEqual(await links(document), [
        ["art #12", [{ siteApi: api(), artifactId: 12 }]],
        ["Artifact #open-tides:13", [{ siteApi: api(), artifactId: 13 }]],
        ["TULEAP-14", [{ siteApi: api(), artifactId: 14 }]],
      ]);
      assert.equal(server.requests.length, before);
    });

    it("are links where the person's patterns say so, and not where links are switched off", async () => {
      const document = await open("art #1 and PROJ-2\n");
      const found = async (): Promise<readonly string[]> => (await links(document)).map(([text]) => text);
      assert.deepEqual(await found(), ["art #1"]);
      await set("references.patterns", ["PROJ-${id}"], vscode.ConfigurationTarget.Global);
      await assertSoon(async () => assert.deepEqual(await found(), ["art #1", "PROJ-2"]));
      await set("references.links", false);
      await assertSoon(async () => assert.deepEqual(await found(), []));
    });

    it("are looked for in the first part of a large file only, and never cut in two", async () => {
      // The first 200 thousand characters end within the second number.
      const begin = "art #1\n".padEnd(199_994, "x ");
      const document = await open(`${begin}art #123456 and more\nart #9\n`, "txt");
      assert.deepEqual(
        (await links(document)).map(([text]) => text),
        ["art #1"],
      );
      assert.equal((await links(await open("art #1\n".repeat(3000), "txt"))).length, 2000);
    });

    it("show title, status and actions on hover, and nothing for dates and versions", async () => {
      const { id, title, status } = bug(0);
      const document = await open(`art #${id}, 2026-11-15, tuleap-17.4\n`);
      const before = server.requests.length;
      for (const other of ["2026", "tuleap-17"]) assert.deepEqual(await hovers(document, other), []);
      assert.equal(server.requests.length, before);
      const [hover] = await hovers(document, "art #");
      assert.ok(hover);
      const said = asRead(hover);
      assert.ok(said.includes(`#${id} ${title}`) && said.includes(`Status: ${status}`), said);
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
        assert.deepEqual([target.siteApi, target.artifactId], [api(), id]);
      }
    });

    it("say what is missing, and ask for it once", async () => {
      const document = await open("art #987654\n");
      const [hover] = await hovers(document, "art #");
      assert.ok(hover);
      assert.match(asRead(hover), /^There is no artifact #987654 at Demo/);
      const before = server.requests.length;
      assert.equal((await hovers(document, "art #")).length, 1);
      assert.equal(server.requests.length, before);
    });

    it("take no title for a command, a link or a picture", async () => {
      const { id } = bug(1);
      const tracker = (await (await fetch(`${server.url}/api/trackers/${bugsId}`)).json()) as {
        readonly fields: readonly { readonly field_id: number; readonly name: string }[];
      };
      const field_id = tracker.fields.find(({ name }) => name === "title")?.field_id ?? 0;
      const title = "[x](command:workbench.action.quit) ![y](https://evil.example/y.png) <b>bold</b> **";
      server.write(id, { values: [{ field_id, value: title }] });
      const [hover] = await hovers(await open(`art #${id}\n`), "art #");
      assert.ok(hover);
      assert.equal(hover.supportHtml ?? false, false);
      assert.ok(!/(?<!\\)\]\(command:workbench/.test(hover.value), hover.value);
      assert.ok(!/(?<!\\)!\[|(?<!\\)!\\?\[y(?<!\\)\]/.test(hover.value), hover.value);
      assert.ok(!hover.value.includes("<b>"), hover.value);
    });

    it("show nothing on hover where that is switched off", async () => {
      const document = await open(`art #${bug(0).id}\n`);
      await set("references.hovers", false);
      await assertSoon(async () => assert.deepEqual(await hovers(document, "art #"), []));
    });

    it("are completed by number, with title and status", async () => {
      const { id, title, status } = bug(2);
      const [item, ...rest] = await completions(`See art #${id}`);
      assert.deepEqual(rest, []);
      assert.deepEqual(
        [item?.label, item?.insertText],
        [{ label: `#${id} ${shortened(title)}`, description: status }, `art #${id}`],
      );
      assert.ok(item?.documentation instanceof vscode.MarkdownString);
      assert.equal(asRead(item.documentation), title);
      const { range } = item;
      assert.ok(range instanceof vscode.Range);
      assert.deepEqual([range.start.character, range.end.character], [4, 9 + String(id).length]);
    });

    it("are completed in comments, not in code, not elsewhere than after a keyword, not when switched off", async () => {
      const { id } = bug(2);
      assert.equal((await completions(`const a = 1; // art #${id}`, "ts")).length, 1);
      assert.equal((await completions(`/*\n see art #${id}`, "ts")).length, 1);
      const before = server.requests.length;
      assert.deepEqual(await completions(`const a = art #${id}`, "ts"), []);
      assert.deepEqual(await completions(`// #${id}`, "ts"), []);
      assert.deepEqual(await completions(`rev #${id}`), []);
      await set("references.completion", false);
      assert.deepEqual(await completions(`art #${id}`), []);
      assert.equal(server.requests.length, before);
    });
  });
}

describe("references where there are several sites", () => {
  let one: Simulator;
  let other: Simulator;

  before(async () => {
    [one, other] = await Promise.all([
      startSimulator({ dialect: "product" }),
      startSimulator({ dialect: "product" }),
    ]);
    const sites = [
      { url: one.url, label: "One" },
      { url: other.url, label: "Other" },
    ];
    await set("sites", sites, vscode.ConfigurationTarget.Global);
    await exportsOf();
  });
  after(async () => {
    await set("folderSite", undefined);
    await disconnectAll();
    await Promise.all([one.close(), other.close()]);
  });

  it("are about the folder's site, and about none while that is open", async () => {
    const document = await open("art #12\n");
    assert.deepEqual(await links(document), [["art #12", undefined]]);
    assert.deepEqual(await hovers(document, "art #"), []);
    await set("folderSite", "Other");
    await assertSoon(async () =>
      assert.deepEqual(await links(document), [
        ["art #12", [{ siteApi: `${other.url}/api`, artifactId: 12 }]],
      ]),
    );
    assert.equal((await hovers(document, "art #")).length, 1);
    assert.deepEqual([one.requests.length, other.requests.length], [0, 1]);
  });
});
