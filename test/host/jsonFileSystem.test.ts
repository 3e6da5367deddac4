import assert from "node:assert/strict";
import * as vscode from "vscode";
import { type Dialect, type Simulator, startSimulator } from "../simulator/simulator.ts";
import { waitUntil } from "../support/wait.ts";
import { setSites, clearSites, activateExtension, type TreeRow } from "./extensionUnderTest.ts";

const scheme = "artifact-json";
const mebibyte = 1024 * 1024;

function getActiveDocument(): vscode.TextDocument {
  const document = vscode.window.activeTextEditor?.document;
  assert.equal(document?.uri.scheme, scheme);
  return document;
}

async function inspect(target: object): Promise<vscode.TextDocument> {
  await vscode.commands.executeCommand("artifacts.inspectAsJson", target);
  return getActiveDocument();
}

async function getLinks(document: vscode.TextDocument): Promise<readonly vscode.DocumentLink[]> {
  return vscode.commands.executeCommand<vscode.DocumentLink[]>("vscode.executeLinkProvider", document.uri);
}

function getResource({ target }: vscode.DocumentLink): unknown {
  return (JSON.parse(target?.query ?? "{}") as { readonly resource?: unknown }).resource;
}

/** Links to other JSON documents; VS Code itself adds links for web URLs. */
async function getJsonLinks(document: vscode.TextDocument): Promise<readonly vscode.DocumentLink[]> {
  return (await getLinks(document)).filter(({ target }) => target?.scheme === scheme);
}

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`JSON documents on the ${dialect} dialect`, () => {
    let server: Simulator;
    let siteApi: string;

    before(async () => {
      server = await startSimulator({ dialect });
      siteApi = `${server.url}/api`;
      await setSites(server.url);
    });
    afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
    after(async () => {
      await clearSites();
      await server.close();
    });

    /** Sets the response for a project; returns a function that removes it. */
    function setResponse(body: unknown): () => void {
      return setResponseText(JSON.stringify(body));
    }

    function setResponseText(body: string): () => void {
      return server.faults.add({ path: "/projects/102", fault: { kind: "status", status: 200, body } });
    }

    it("are formatted and read-only", async () => {
      const document = await inspect({ siteApi, projectId: 102 });
      assert.deepEqual([document.languageId, document.fileName], ["json", "/projects 102.json"]);
      const project = JSON.parse(document.getText()) as { readonly shortname: string };
      assert.equal(project.shortname, "open-tides");
      assert.equal(document.getText(), `${JSON.stringify(project, null, 2)}\n`);
      assert.equal(vscode.workspace.fs.isWritableFileSystem(scheme), false);
      await assert.rejects(async () => vscode.workspace.fs.writeFile(document.uri, new Uint8Array()));
    });

    it("open for projects, trackers, artifacts and other resources", async () => {
      const { tree } = await activateExtension();
      const inspectRow = async (row: TreeRow | undefined): Promise<string> => {
        const text = (await inspect(row ?? assert.fail("no row"))).getText();
        const { uri } = JSON.parse(text) as { readonly uri?: string };
        return uri ?? "";
      };
      let rows: readonly TreeRow[] = await tree.getChildren();
      for (const kind of ["site", "allProjects"]) {
        rows = await tree.getChildren(rows.find((row) => row.kind === kind));
      }
      const project = rows.find((row) => row.kind === "project");
      assert.equal(await inspectRow(project), "projects/102");
      rows = await tree.getChildren(project);
      const tracker = rows.find((row) => row.kind === "tracker") as TreeRow & { readonly trackerId: number };
      assert.equal(await inspectRow(tracker), `trackers/${tracker.trackerId}`);
      const [artifact] = (await tree.getChildren(tracker)) as (TreeRow & { readonly artifactId: number })[];
      assert.equal(await inspectRow(artifact), `artifacts/${artifact?.artifactId}`);
      const resources = await tree.getChildren(rows.find((row) => row.kind === "resources"));
      const git = resources.find((row) => (row as TreeRow & { readonly type?: string }).type === "git");
      const missing = await inspect(git ?? assert.fail("no row"));
      assert.match(
        missing.getText(),
        /^\/\/ This item wasn't found on Demo\..*\n\/\/ GET http.*\/api\/projects\/102\/git\n$/,
      );
    });

    it("have links to other documents", async () => {
      const document = await inspect({ siteApi, projectId: 102 });
      const links = await getJsonLinks(document);
      assert.ok(links.some((link) => getResource(link) === "projects/102"));
      const trackers = links.find((link) => getResource(link) === "projects/102/trackers");
      assert.equal(document.getText(trackers?.range), "projects/102/trackers");
      await vscode.commands.executeCommand("vscode.open", trackers?.target);
      assert.ok(Array.isArray(JSON.parse(getActiveDocument().getText())));
      const linkedResources = (await getJsonLinks(getActiveDocument())).map(getResource);
      assert.ok(linkedResources.some((resource) => /^trackers\/\d+$/.test(String(resource))));
    });

    it("have no links outside of the API", async () => {
      const restoreResponse = setResponse({
        uri: "https://elsewhere.example/api/projects/102",
        a: { uri: "//elsewhere.example/api/projects" },
        b: { uri: "command:workbench.action.terminal.new" },
        c: { uri: "../../plugins/tracker/?aid=1" },
        d: { uri: 12, tracker_uri: "file:///etc/passwd" },
        e: { uri: `${siteApi}/trackers/7`, changesets_uri: "artifacts/12/changesets" },
        f: 'a text with\n  "uri": "artifacts/1"',
        "g\n": { uri: 'artifacts/"\\1' },
        html_url: "/plugins/tracker/?aid=12",
      });
      const document = await inspect({ siteApi, projectId: 102 });
      restoreResponse();
      assert.deepEqual((await getJsonLinks(document)).map(getResource), [
        "trackers/7",
        "artifacts/12/changesets",
        "artifacts/%22/1",
      ]);
      const outsideDocument = await inspect({ siteApi, resource: "https://elsewhere.example/api/projects" });
      assert.match(outsideDocument.getText(), /^\/\/ The response from Demo links to a URL outside its API/);
      const requestCount = server.requests.length;
      const query = JSON.stringify({ siteApi: "https://elsewhere.example/api", resource: "projects" });
      const forgedUri = vscode.Uri.from({ scheme, path: "/a.json", query });
      await assert.rejects(async () => vscode.workspace.fs.readFile(forgedUri));
      assert.equal(server.requests.length, requestCount);
    });

    it("are truncated at five mebibytes, with a comment at the top", async () => {
      const rows = Array.from({ length: 6 * 1024 }, (_, id) => ({ id, text: "x".repeat(1000) }));
      const restoreResponse = setResponse(rows);
      const document = await inspect({ siteApi, projectId: 102 });
      restoreResponse();
      const [first = "", ...rest] = document.getText().split("\n");
      assert.equal(first, "// Truncated: the response from Demo is larger than 5 MiB.");
      // The comment requires jsonc.
      await waitUntil("comments are allowed", () => getActiveDocument().languageId === "jsonc");
      const shownRows = JSON.parse(rest.join("\n")) as readonly (typeof rows)[number][];
      assert.deepEqual(shownRows.slice(0, -1), rows.slice(0, shownRows.length - 1));
      const size = JSON.stringify(shownRows).length;
      assert.ok(size <= 5 * mebibyte && size > 5 * mebibyte - 1100, String(size));
    });

    it("show invalid JSON unchanged, without links, and separated from the header", async () => {
      const header = "// 5 more of up to 9 → artifacts/1";
      const notice =
        "// Not valid JSON, or nested too deeply to format. Showing the response from Demo unchanged.";
      const fakeHeader = `${header}\r\n  "uri": "artifacts/2"\r\nabc\u202etxt.exe`;
      const tooDeep = `\n${"[".repeat(300)}\n"uri": "artifacts/3"\n${"]".repeat(300)}`;
      const tooLong = `${header}\n${"x".repeat(6 * mebibyte)}`;
      const getShownLines = async (body: string): Promise<readonly string[]> => {
        const restoreResponse = setResponseText(body);
        const document = await inspect({ siteApi, projectId: 102 });
        restoreResponse();
        assert.deepEqual(await getJsonLinks(document), []);
        await vscode.commands.executeCommand("workbench.action.closeAllEditors");
        return document.getText().split("\n");
      };
      assert.deepEqual(await getShownLines(fakeHeader), [
        notice,
        "",
        header,
        '  "uri": "artifacts/2"',
        "abc\\u202etxt.exe",
        "",
      ]);
      assert.deepEqual((await getShownLines(tooDeep)).slice(0, 2), [notice, ""]);
      assert.deepEqual((await getShownLines(tooLong)).slice(0, 4), [
        "// Truncated: the response from Demo is larger than 5 MiB.",
        notice,
        "",
        header,
      ]);
    });

    it("link to the next page of a collection", async () => {
      const document = await inspect({ siteApi, resource: "trackers/11/artifacts?limit=2" });
      const [first = ""] = document.getText().split("\n");
      // The documented dialect ignores the limit.
      const limit = dialect === "product" ? 2 : 100;
      const next = `trackers/11/artifacts?limit=${limit}&offset=${limit}`;
      assert.match(first, /^\/\/ [\d,]+ more of up to [\d,]+ → \S+$/);
      assert.ok(first.endsWith(` → ${next}`), first);
      const [link] = await getJsonLinks(document);
      assert.deepEqual([link?.range.start.line, link === undefined || getResource(link)], [0, next]);
      await vscode.commands.executeCommand("vscode.open", link?.target);
      assert.ok(
        getActiveDocument()
          .lineAt(0)
          .text.endsWith(`offset=${2 * limit}`),
        getActiveDocument().lineAt(0).text,
      );
    });

    it("are reloaded whenever they are opened", async () => {
      await inspect({ siteApi, projectId: 102 });
      const restoreResponse = setResponse({ now: "another" });
      await inspect({ siteApi, projectId: 102 });
      await waitUntil("the document is reloaded", () => getActiveDocument().getText().includes("another"));
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      restoreResponse();
      assert.match((await inspect({ siteApi, projectId: 102 })).getText(), /open-tides/);
    });

    it("are reloaded on request, and keep their content if that fails", async () => {
      const document = await inspect({ siteApi, projectId: 102 });
      const before = document.getText();
      const requestCount = server.requests.length;
      const removeFault = server.faults.add({
        path: "/projects/102",
        fault: { kind: "status", status: 403 },
      });
      await vscode.commands.executeCommand("artifacts.refreshJson");
      removeFault();
      assert.ok(server.requests.length > requestCount);
      assert.equal(document.getText(), before);
      const restoreResponse = setResponse({ now: "another" });
      await vscode.commands.executeCommand("artifacts.refreshJson", document.uri);
      await waitUntil("the document is reloaded", () => getActiveDocument().getText().includes("another"));
      restoreResponse();
      assert.equal(getActiveDocument().isDirty, false);
    });

    it("require sign-in, and can't be read with another account", async () => {
      const document = await inspect({ siteApi, projectId: 101 });
      const signInMessage =
        dialect === "product"
          ? /^\/\/ (Demo requires you to sign in|You don't have permission .*on Demo)/
          : /^\/\/ .*Demo/;
      assert.match(document.getText(), signInMessage);
      const query = JSON.stringify({ siteApi, accountId: "102", resource: "projects/102" });
      const otherAccountUri = vscode.Uri.from({ scheme, path: "/a.json", query });
      await assert.rejects(async () => vscode.workspace.fs.readFile(otherAccountUri), /a different account/);
    });

    it("are closed when the site is removed", async () => {
      const isShown = ({ input }: vscode.Tab): boolean =>
        input instanceof vscode.TabInputText && input.uri.scheme === scheme;
      const isAnyShown = (): boolean => vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(isShown));
      await inspect({ siteApi, projectId: 102 });
      await clearSites();
      try {
        await waitUntil("the tab is closed", () => !isAnyShown());
      } finally {
        await setSites(server.url);
      }
    });

    it("are copied as a curl command, without credentials if there are none", async () => {
      await vscode.commands.executeCommand("artifacts.copyAsCurl", {
        siteApi,
        artifactId: 12,
        trackerId: 11,
      });
      assert.equal(
        await vscode.env.clipboard.readText(),
        `curl --globoff --header 'Accept: application/json' --header 'Content-Type: application/json' '${siteApi}/artifacts/12'`,
      );
      await inspect({ siteApi, resource: "projects/102" });
      await vscode.commands.executeCommand("artifacts.copyAsCurl");
      assert.ok((await vscode.env.clipboard.readText()).endsWith(` '${siteApi}/projects/102'`));
      await vscode.env.clipboard.writeText("before");
      const resource = "https://elsewhere.example/api/projects";
      await vscode.commands.executeCommand("artifacts.copyAsCurl", { siteApi, resource });
      assert.equal(await vscode.env.clipboard.readText(), "before");
    });
  });
}
