import assert from "node:assert/strict";
import * as vscode from "vscode";
import type {
  GitExtensionApi,
  GitExtensionRepository,
  HistoryItemDetailsProvider,
} from "../../src/features/commits/gitExtension.ts";
import { formatCommitComment } from "../../src/features/commits/log/commitText.ts";
import { registerHistoryItemDetails } from "../../src/features/commits/log/feature.ts";
import { builtInGrammar } from "../../src/model/reference/findReferences.ts";
import type { Site } from "../../src/model/site.ts";
import { ErrorHandler } from "../../src/vscode/errorHandler.ts";
import { Log } from "../../src/vscode/log.ts";

const site: Site = {
  api: "https://demo.example.com/api",
  web: "https://demo.example.com",
  label: "Demo",
  format: "json",
  caFile: undefined,
};

/** Registers the provider at a fake API of the Git extension. */
async function registerDetails(folderSite: Site | undefined): Promise<{
  readonly provider: HistoryItemDetailsProvider | undefined;
  readonly repository: GitExtensionRepository;
}> {
  const extension = vscode.extensions.getExtension<{ getAPI(version: 1): GitExtensionApi }>("vscode.git");
  const realApi = (await extension?.activate())?.getAPI(1);
  assert.ok(realApi);
  // The tested versions of VS Code must have this function.
  assert.equal(typeof realApi.registerSourceControlHistoryItemDetailsProvider, "function");
  let provider: HistoryItemDetailsProvider | undefined;
  const log = new Log("Details under test");
  const api: GitExtensionApi = {
    ...realApi,
    registerSourceControlHistoryItemDetailsProvider: (registered) => {
      provider = registered;
      return new vscode.Disposable(() => {
        provider = undefined;
      });
    },
  };
  const workspace = {
    gitApi: api,
    onDidChangeRepositories: () => new vscode.Disposable(() => undefined),
    getSite: () => Promise.resolve(folderSite),
    getGrammar: () => builtInGrammar,
  };
  const registration = registerHistoryItemDetails(workspace, new ErrorHandler(log, () => undefined));
  const registeredProvider = provider;
  registration.dispose();
  assert.equal(provider, undefined);
  log.dispose();
  return {
    provider: registeredProvider,
    repository: { rootUri: vscode.Uri.file("/some (odd) place") } as GitExtensionRepository,
  };
}

describe("commits in the Graph and the Timeline", () => {
  it("have a link command, and links for references", async () => {
    const { provider, repository } = await registerDetails(site);
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

  it("aren't changed without a site or a reference", async () => {
    const { provider, repository } = await registerDetails(site);
    assert.equal(await provider?.provideMessageLinks(repository, "Nothing, 12"), undefined);
    const withoutSite = await registerDetails(undefined);
    assert.equal(await withoutSite.provider?.provideHoverCommands(repository), undefined);
    assert.equal(await withoutSite.provider?.provideMessageLinks(repository, "art #12"), undefined);
  });
});

describe("formatCommitComment", () => {
  const hash = "0123456789abcdef0123456789abcdef01234567";
  const authoredAt = "2026-01-01T00:00:00Z";

  it("contains hash, author and subject, with a link if there is a page", () => {
    const plain = { hash, subject: "Mend the pump", author: "Ada Lovelace", authoredAt };
    assert.equal(formatCommitComment(plain, undefined), `Commit \`${hash}\` by Ada Lovelace: Mend the pump`);
    const page = `https://demo.example.com/plugins/git/a/b?a=commit&h=${hash}`;
    assert.equal(
      formatCommitComment(plain, page),
      `Commit [0123456789](<${page}>) by Ada Lovelace: Mend the pump`,
    );
  });

  it("escapes the text of the commit", () => {
    const hostile = {
      hash,
      subject: "<img src=x onerror=alert(1)> [x](javascript:1) **b** art #7 {1}\n# head",
      author: "_A_ {2}",
      authoredAt,
    };
    const text = formatCommitComment(hostile, undefined);
    assert.equal(
      text.replaceAll("\\", ""),
      `Commit \`${hash}\` by _A_ {2}: <img src=x onerror=alert(1)> [x](javascript:1) **b** art #7 {1} # head`,
    );
    const rest = text.slice(text.indexOf(" by "));
    // References stay, because the server turns them into links.
    assert.deepEqual(rest.match(/(?<!\\)(?:[<[\]*_`]|#(?!7))/g), null);
  });
});
