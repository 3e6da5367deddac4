import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { GitApi, GitRepository, HistoryDetails } from "../../src/features/commits/gitExtension.ts";
import { commitComment } from "../../src/features/commits/log/commitText.ts";
import { offerHistoryDetails } from "../../src/features/commits/log/feature.ts";
import { platformOnly } from "../../src/model/reference/find.ts";
import type { Site } from "../../src/model/site.ts";
import { Boundary } from "../../src/vscode/errorHandler.ts";
import { Log } from "../../src/vscode/log.ts";

const site: Site = {
  api: "https://demo.example.com/api",
  web: "https://demo.example.com",
  label: "Demo",
  format: "json",
  caFile: undefined,
};

/** The git extension as it would ask, in a version that does or one that can't. */
async function details(offered: Site | undefined): Promise<{
  readonly provider: HistoryDetails | undefined;
  readonly repository: GitRepository;
}> {
  const extension = vscode.extensions.getExtension<{ getAPI(version: 1): GitApi }>("vscode.git");
  const real = (await extension?.activate())?.getAPI(1);
  assert.ok(real);
  // What is asked for here has to be in the versions of VS Code that the tests run in.
  assert.equal(typeof real.registerSourceControlHistoryItemDetailsProvider, "function");
  let provider: HistoryDetails | undefined;
  const log = new Log("Details under test");
  const api: GitApi = {
    ...real,
    registerSourceControlHistoryItemDetailsProvider: (given) => {
      provider = given;
      return new vscode.Disposable(() => {
        provider = undefined;
      });
    },
  };
  const workplace = {
    api,
    changed: () => new vscode.Disposable(() => undefined),
    siteOf: () => Promise.resolve(offered),
    grammarOf: () => platformOnly,
  };
  const offering = offerHistoryDetails(workplace, new Boundary(log, () => undefined));
  const given = provider;
  offering.dispose();
  assert.equal(provider, undefined);
  log.dispose();
  return { provider: given, repository: { rootUri: vscode.Uri.file("/some (odd) place") } as GitRepository };
}

describe("commits in the Graph and the Timeline", () => {
  it("can be linked, and lead to what they mention", async () => {
    const { provider, repository } = await details(site);
    const [command] = (await provider?.provideHoverCommands(repository)) ?? [];
    assert.deepEqual(
      [command?.command, command?.arguments],
      ["artifacts.linkCommit", ["file:///some%20%28odd%29%20place"]],
    );
    const page = "https://demo.example.com/plugins/tracker/?aid=12";
    assert.equal(
      await provider?.provideMessageLinks(repository, "Fix, art #12 and `TULEAP-12`\n\n#12, v1.2"),
      `Fix, [art #12](${page}) and \`TULEAP-12\`\n\n#12, v1.2`,
    );
  });

  it("are left to others where nothing is known of their site, or nothing is mentioned", async () => {
    const { provider, repository } = await details(site);
    assert.equal(await provider?.provideMessageLinks(repository, "Nothing, 12"), undefined);
    const unknown = await details(undefined);
    assert.equal(await unknown.provider?.provideHoverCommands(repository), undefined);
    assert.equal(await unknown.provider?.provideMessageLinks(repository, "art #12"), undefined);
  });
});

describe("what is said of a commit at an artifact", () => {
  const hash = "0123456789abcdef0123456789abcdef01234567";
  const authoredAt = "2026-01-01T00:00:00Z";

  it("names it, with a link where there is a page", () => {
    const plain = { hash, subject: "Mend the pump", author: "Ada Lovelace", authoredAt };
    assert.equal(commitComment(plain, undefined), `Commit \`${hash}\` by Ada Lovelace: Mend the pump`);
    const page = `https://demo.example.com/plugins/git/a/b?a=commit&h=${hash}`;
    assert.equal(commitComment(plain, page), `Commit [0123456789](<${page}>) by Ada Lovelace: Mend the pump`);
  });

  it("means nothing but what is written, whatever the commit says", () => {
    const hostile = {
      hash,
      subject: "<img src=x onerror=alert(1)> [x](javascript:1) **b** art #7 {1}\n# head",
      author: "_A_ {2}",
      authoredAt,
    };
    const text = commitComment(hostile, undefined);
    assert.equal(
      text.replaceAll("\\", ""),
      `Commit \`${hash}\` by _A_ {2}: <img src=x onerror=alert(1)> [x](javascript:1) **b** art #7 {1} # head`,
    );
    const rest = text.slice(text.indexOf(" by "));
    // But for references, which the server makes links of.
    assert.deepEqual(rest.match(/(?<!\\)(?:[<[\]*_`]|#(?!7))/g), null);
  });
});
