import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  findGuideProblems,
  findUnknownMessages,
  findUnknownNames,
  type GuidedManifest,
} from "../../support/documents/guideProblems.ts";
import { type MarkdownPage, readMarkdownPage } from "../../support/documents/markdown.ts";
import { repositoryRoot } from "../../support/repositoryRoot.ts";

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(join(repositoryRoot, file), "utf8")) as T;
}

async function readGuide(): Promise<readonly MarkdownPage[]> {
  const pages: MarkdownPage[] = [];
  for await (const path of glob("docs/guide/*.md", { cwd: repositoryRoot })) {
    pages.push(await readMarkdownPage(path.replaceAll("\\", "/")));
  }
  return pages;
}

/** The keys of a translation are the English texts. */
async function readInterfaceTexts(): Promise<readonly string[]> {
  const bundle = await readJson<Record<string, string>>("l10n/bundle.l10n.fr.json");
  const manifestTexts = await readJson<Record<string, string>>("package.nls.json");
  return [...Object.keys(bundle), ...Object.values(manifestTexts)];
}

describe("the user guide", () => {
  it("describes every command, setting and keybinding of package.json exactly once", async () => {
    const manifest = await readJson<GuidedManifest>("package.json");
    const texts = await readJson<Record<string, string>>("package.nls.json");
    assert.deepEqual(findGuideProblems(await readGuide(), manifest, texts), []);
  });

  it("names and quotes only texts that the interface has", async () => {
    const [pages, texts] = [await readGuide(), await readInterfaceTexts()];
    assert.deepEqual([...findUnknownNames(pages, texts), ...findUnknownMessages(pages, texts)], []);
  });

  it("links to all of its pages from its table of contents", async () => {
    const pages = await readGuide();
    const contents = pages.find(({ path }) => path === "docs/guide/README.md")?.text ?? "";
    const names = pages.map(({ path }) => path.slice("docs/guide/".length));
    assert.deepEqual(
      names.filter((name) => name !== "README.md" && !contents.includes(`](${name})`)),
      [],
    );
  });
});

describe("the check of the user guide", () => {
  const manifest: GuidedManifest = {
    capabilities: { untrustedWorkspaces: { restrictedConfigurations: ["artifacts.commit.offer"] } },
    contributes: {
      commands: [
        { command: "artifacts.saveForm", title: "%command.save%" },
        { command: "artifacts.treeSort", title: "Sort By…" },
        { command: "artifacts.myWorkSort", title: "Sort By…" },
      ],
      keybindings: [
        { command: "artifacts.saveForm", key: "ctrl+s", mac: "cmd+s" },
        { command: "artifacts.saveForm", key: "shift+alt+pagedown" },
      ],
      configuration: {
        properties: {
          "artifacts.inbox.badge": { scope: "application", default: true },
          "artifacts.commit.offer": { scope: "resource", default: true },
          "artifacts.form.textMode": { scope: "window", default: "reading" },
        },
      },
    },
  };
  const texts = { "command.save": "Save" };
  const complete = [
    "- **Save** and **Sort By…**: **Sort By…** is in both views.",
    "- `artifacts.inbox.badge` (`true`), _user_: …",
    "- `artifacts.commit.offer` (`true`), _trusted_: …",
    '- `artifacts.form.textMode` (`"reading"`): …',
    "| Command | Keys                              | macOS                            |",
    "| ------- | --------------------------------- | -------------------------------- |",
    "| Save    | `Ctrl+S`, `Shift+Alt+Page Down`   | `Cmd+S`, `Shift+Alt+Page Down`   |",
    "",
    "| Key | Action |",
    "| --- | ------ |",
    "| `/` | Find   |",
  ];
  const check = (lines: readonly string[]): readonly string[] =>
    findGuideProblems([{ path: "a.md", text: lines.join("\n") }], manifest, texts);

  it("accepts a guide with one description of each, and mentions elsewhere", () => {
    assert.deepEqual(
      check([...complete, "Select **Save**. See `artifacts.inbox.badge`.", "- To save: **Save**"]),
      [],
    );
  });

  it("names what isn't described, and how to describe it", () => {
    assert.deepEqual(check(["Select **Save**.", "```", ...complete, "```"]), [
      "The command “Save” isn't described in the guide. Add a list item that starts with **Save** to one of its pages.",
      "The command “Sort By…” isn't described in the guide. Add a list item that starts with **Sort By…** to one of its pages.",
      "The setting “artifacts.inbox.badge” isn't described in the guide. Add a list item that starts with `artifacts.inbox.badge` (`true`), _user_ to settings.md.",
      "The setting “artifacts.commit.offer” isn't described in the guide. Add a list item that starts with `artifacts.commit.offer` (`true`), _trusted_ to settings.md.",
      'The setting “artifacts.form.textMode” isn\'t described in the guide. Add a list item that starts with `artifacts.form.textMode` (`"reading"`) to settings.md.',
      "The keybinding “Save” isn't described in the guide. Add a row for “Save” to the table of commands in keyboard-shortcuts.md.",
    ]);
  });

  it("names what is described twice, and where", () => {
    const again = ["- **Sort By…**: again", "- `artifacts.inbox.badge` (`true`), _user_: again"];
    assert.deepEqual(check([...complete, ...again]), [
      "The command “Sort By…” is described more than once: a.md:1, a.md:12. Keep one.",
      "The setting “artifacts.inbox.badge” is described more than once: a.md:2, a.md:13. Keep one.",
    ]);
  });

  it("names what package.json doesn't have, and other defaults, scopes and keys", () => {
    const lines = complete.map((line) =>
      line
        .replace("badge` (`true`)", "badge` (`false`)")
        .replace(", _trusted_", "")
        .replace("`Cmd+S`", "`Ctrl+S`"),
    );
    assert.deepEqual(check([...lines, "- **Send**: …", "- `artifacts.gone` (`1`): …"]), [
      "a.md:12 describes “Send”, which isn't a command of package.json.",
      "a.md:2 describes the setting “artifacts.inbox.badge” with (`false`), _user_, not with (`true`), _user_.",
      "a.md:3 describes the setting “artifacts.commit.offer” with (`true`), not with (`true`), _trusted_.",
      "a.md:13 describes “artifacts.gone”, which isn't a setting of package.json.",
      "a.md:7 describes the keybinding “Save” with `Ctrl+S`, `Shift+Alt+Page Down` | `Ctrl+S`, `Shift+Alt+Page Down`, not with `Ctrl+S`, `Shift+Alt+Page Down` | `Cmd+S`, `Shift+Alt+Page Down`.",
    ]);
  });

  it("names what is in bold or quoted as a message and isn't in the interface", () => {
    const text = [
      "Select **Save 3 Changes**, **Sign",
      "in with a key**, or **Send**.",
      '| "Can\'t reach … through the proxy" | … |',
      '| "Nobody listens at …" | … |',
    ].join("\n");
    const pages = [{ path: "a.md", text }];
    const texts = [
      "Save {0} Changes",
      "$(key) Sign in with a key",
      "{0}: {1}",
      "Can't reach {0} through the proxy. Check the http.proxy setting.",
    ];
    assert.deepEqual(findUnknownNames(pages, texts), [
      "a.md has “Send” in bold, which isn't a text of the interface.",
    ]);
    assert.deepEqual(findUnknownMessages(pages, texts), [
      "a.md:4 quotes “Nobody listens at …”, which isn't a text of the interface.",
    ]);
  });
});
