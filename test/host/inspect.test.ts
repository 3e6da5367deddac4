import assert from "node:assert/strict";
import * as vscode from "vscode";
import { type Dialect, type Simulator, startSimulator } from "../simulator/simulator.ts";
import { until } from "../support/wait.ts";
import { connectTo, disconnectAll, exportsOf, type Row } from "./extensionUnderTest.ts";

const scheme = "artifact-json";
const mebibyte = 1024 * 1024;

function shown(): vscode.TextDocument {
  const document = vscode.window.activeTextEditor?.document;
  assert.equal(document?.uri.scheme, scheme);
  return document;
}

async function inspect(target: object): Promise<vscode.TextDocument> {
  await vscode.commands.executeCommand("artifacts.inspectAsJson", target);
  return shown();
}

async function linksOf(document: vscode.TextDocument): Promise<readonly vscode.DocumentLink[]> {
  return vscode.commands.executeCommand<vscode.DocumentLink[]>("vscode.executeLinkProvider", document.uri);
}

function resourceOf({ target }: vscode.DocumentLink): unknown {
  return (JSON.parse(target?.query ?? "{}") as { readonly resource?: unknown }).resource;
}

/** Those that a click opens as another such document: VS Code finds addresses of pages by itself. */
async function ourLinks(document: vscode.TextDocument): Promise<readonly vscode.DocumentLink[]> {
  return (await linksOf(document)).filter(({ target }) => target?.scheme === scheme);
}

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`answers as documents on the ${dialect} dialect`, () => {
    let server: Simulator;
    let siteApi: string;

    before(async () => {
      server = await startSimulator({ dialect });
      siteApi = `${server.url}/api`;
      await connectTo(server.url);
    });
    afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
    after(async () => {
      await disconnectAll();
      await server.close();
    });

    /** Has the server answer this for a project; what is returned ends that. */
    function answering(body: unknown): () => void {
      return answeringText(JSON.stringify(body));
    }

    function answeringText(body: string): () => void {
      return server.faults.add({ path: "/projects/102", fault: { kind: "status", status: 200, body } });
    }

    it("are formatted JSON that nobody can write into", async () => {
      const document = await inspect({ siteApi, projectId: 102 });
      assert.deepEqual([document.languageId, document.fileName], ["json", "/projects 102.json"]);
      const project = JSON.parse(document.getText()) as { readonly shortname: string };
      assert.equal(project.shortname, "open-tides");
      assert.equal(document.getText(), `${JSON.stringify(project, null, 2)}\n`);
      assert.equal(vscode.workspace.fs.isWritableFileSystem(scheme), false);
      await assert.rejects(async () => vscode.workspace.fs.writeFile(document.uri, new Uint8Array()));
    });

    it("stand for rows: a project, its trackers and their artifacts, and what else it lists", async () => {
      const { tree } = await exportsOf();
      const opened = async (row: Row | undefined): Promise<string> => {
        const text = (await inspect(row ?? assert.fail("no row"))).getText();
        const { uri } = JSON.parse(text) as { readonly uri?: string };
        return uri ?? "";
      };
      let rows: readonly Row[] = await tree.getChildren();
      for (const kind of ["site", "allProjects"]) {
        rows = await tree.getChildren(rows.find((row) => row.kind === kind));
      }
      const project = rows.find((row) => row.kind === "project");
      assert.equal(await opened(project), "projects/102");
      rows = await tree.getChildren(project);
      const tracker = rows.find((row) => row.kind === "tracker") as Row & { readonly trackerId: number };
      assert.equal(await opened(tracker), `trackers/${tracker.trackerId}`);
      const [artifact] = (await tree.getChildren(tracker)) as (Row & { readonly artifactId: number })[];
      assert.equal(await opened(artifact), `artifacts/${artifact?.artifactId}`);
      const resources = await tree.getChildren(rows.find((row) => row.kind === "resources"));
      const git = resources.find((row) => (row as Row & { readonly type?: string }).type === "git");
      const missing = await inspect(git ?? assert.fail("no row"));
      assert.match(
        missing.getText(),
        /^\/\/ Demo has nothing here.*\n\/\/ GET http.*\/api\/projects\/102\/git\n$/,
      );
    });

    it("lead on by what they name, and a click opens the next", async () => {
      const document = await inspect({ siteApi, projectId: 102 });
      const links = await ourLinks(document);
      assert.ok(links.some((link) => resourceOf(link) === "projects/102"));
      const trackers = links.find((link) => resourceOf(link) === "projects/102/trackers");
      assert.equal(document.getText(trackers?.range), "projects/102/trackers");
      await vscode.commands.executeCommand("vscode.open", trackers?.target);
      assert.ok(Array.isArray(JSON.parse(shown().getText())));
      const further = (await ourLinks(shown())).map(resourceOf);
      assert.ok(further.some((resource) => /^trackers\/\d+$/.test(String(resource))));
    });

    it("lead nowhere else, whatever a server writes", async () => {
      const heal = answering({
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
      heal();
      assert.deepEqual((await ourLinks(document)).map(resourceOf), [
        "trackers/7",
        "artifacts/12/changesets",
        "artifacts/%22/1",
      ]);
      const foreign = await inspect({ siteApi, resource: "https://elsewhere.example/api/projects" });
      assert.match(foreign.getText(), /^\/\/ Demo points to an address outside of its API/);
      const asked = server.requests.length;
      const query = JSON.stringify({ siteApi: "https://elsewhere.example/api", resource: "projects" });
      const made = vscode.Uri.from({ scheme, path: "/a.json", query });
      await assert.rejects(async () => vscode.workspace.fs.readFile(made));
      assert.equal(server.requests.length, asked);
    });

    it("are cut at five mebibytes, which they say first", async () => {
      const rows = Array.from({ length: 6 * 1024 }, (_, id) => ({ id, text: "x".repeat(1000) }));
      const heal = answering(rows);
      const document = await inspect({ siteApi, projectId: 102 });
      heal();
      const [first = "", ...rest] = document.getText().split("\n");
      assert.equal(first, "// Cut: Demo sent more than 5 MiB, and the rest isn't shown.");
      // Above JSON, but no JSON itself.
      await until("comments are allowed", () => shown().languageId === "jsonc");
      const kept = JSON.parse(rest.join("\n")) as readonly (typeof rows)[number][];
      assert.deepEqual(kept.slice(0, -1), rows.slice(0, kept.length - 1));
      const size = JSON.stringify(kept).length;
      assert.ok(size <= 5 * mebibyte && size > 5 * mebibyte - 1100, String(size));
    });

    it("are shown as sent where they are no JSON, and can't pose as what we say or lead anywhere", async () => {
      const header = "// 5 more of at most 9 → artifacts/1";
      const notice = "// No JSON, or nested too deeply to be laid out: this is as Demo sent it.";
      const posing = `${header}\r\n  "uri": "artifacts/2"\r\nabc\u202etxt.exe`;
      const tooDeep = `\n${"[".repeat(300)}\n"uri": "artifacts/3"\n${"]".repeat(300)}`;
      const cut = `${header}\n${"x".repeat(6 * mebibyte)}`;
      const shownLines = async (body: string): Promise<readonly string[]> => {
        const heal = answeringText(body);
        const document = await inspect({ siteApi, projectId: 102 });
        heal();
        assert.deepEqual(await ourLinks(document), []);
        await vscode.commands.executeCommand("workbench.action.closeAllEditors");
        return document.getText().split("\n");
      };
      assert.deepEqual(await shownLines(posing), [
        notice,
        "",
        header,
        '  "uri": "artifacts/2"',
        "abc\\u202etxt.exe",
        "",
      ]);
      assert.deepEqual((await shownLines(tooDeep)).slice(0, 2), [notice, ""]);
      assert.deepEqual((await shownLines(cut)).slice(0, 4), [
        "// Cut: Demo sent more than 5 MiB, and the rest isn't shown.",
        notice,
        "",
        header,
      ]);
    });

    it("say where a collection goes on, and lead there", async () => {
      const document = await inspect({ siteApi, resource: "trackers/11/artifacts?limit=2" });
      const [first = ""] = document.getText().split("\n");
      // The specification knows no limit.
      const limit = dialect === "product" ? 2 : 100;
      const next = `trackers/11/artifacts?limit=${limit}&offset=${limit}`;
      assert.match(first, /^\/\/ [\d,]+ more of at most [\d,]+ → \S+$/);
      assert.ok(first.endsWith(` → ${next}`), first);
      const [link] = await ourLinks(document);
      assert.deepEqual([link?.range.start.line, link === undefined || resourceOf(link)], [0, next]);
      await vscode.commands.executeCommand("vscode.open", link?.target);
      assert.ok(
        shown()
          .lineAt(0)
          .text.endsWith(`offset=${2 * limit}`),
        shown().lineAt(0).text,
      );
    });

    it("are as they are now whenever they are asked for", async () => {
      await inspect({ siteApi, projectId: 102 });
      const heal = answering({ now: "another" });
      await inspect({ siteApi, projectId: 102 });
      await until("the document is another", () => shown().getText().includes("another"));
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      heal();
      assert.match((await inspect({ siteApi, projectId: 102 })).getText(), /open-tides/);
    });

    it("are read again when one says so, and stay what they were where that fails", async () => {
      const document = await inspect({ siteApi, projectId: 102 });
      const before = document.getText();
      const asked = server.requests.length;
      const broken = server.faults.add({ path: "/projects/102", fault: { kind: "status", status: 403 } });
      await vscode.commands.executeCommand("artifacts.refreshJson");
      broken();
      assert.ok(server.requests.length > asked);
      assert.equal(document.getText(), before);
      const heal = answering({ now: "another" });
      await vscode.commands.executeCommand("artifacts.refreshJson", document.uri);
      await until("the document is another", () => shown().getText().includes("another"));
      heal();
      assert.equal(shown().isDirty, false);
    });

    it("tell someone who is not signed in to do so, and nobody what another account has read", async () => {
      const document = await inspect({ siteApi, projectId: 101 });
      const refusal =
        dialect === "product" ? /^\/\/ Demo (asks you to sign in|doesn't allow|refuses)/ : /^\/\/ Demo /;
      assert.match(document.getText(), refusal);
      const query = JSON.stringify({ siteApi, accountId: "102", resource: "projects/102" });
      const others = vscode.Uri.from({ scheme, path: "/a.json", query });
      await assert.rejects(async () => vscode.workspace.fs.readFile(others), /another account/);
    });

    it("go with the site", async () => {
      const isShown = ({ input }: vscode.Tab): boolean =>
        input instanceof vscode.TabInputText && input.uri.scheme === scheme;
      const isAnyShown = (): boolean => vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(isShown));
      await inspect({ siteApi, projectId: 102 });
      await disconnectAll();
      try {
        await until("the tab is closed", () => !isAnyShown());
      } finally {
        await connectTo(server.url);
      }
    });

    it("are copied as a command, without a key where there is none", async () => {
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
