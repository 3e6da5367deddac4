// The ways to commits and branches. What is behind them is loaded when a repository is open, or a command is run.
import * as vscode from "vscode";
import type { Boundary } from "../platform/boundary.ts";
import type { Commands } from "../platform/commands.ts";
import type { CommandArguments } from "../protocol/commands.ts";
import type { Sites } from "../store/sites.ts";
import type { CommitsFeature } from "./feature.ts";
import { registerTexts } from "./text/register.ts";
import type { GitHere } from "./gitHere.ts";

interface CommitsEntrance {
  readonly feature: () => Promise<CommitsFeature>;
  readonly git: GitHere;
  readonly sites: Sites;
  readonly boundary: Boundary;
  readonly commands: Commands<CommandArguments>;
}

/** Messages that no git repository tells of: the box of an extension for Subversion, and the file that svn has edited. */
const svnMessage = /^vscode-scm:\/*svn\b|\/svn-commit[^/]*\.tmp$/;

export function registerCommits({
  feature,
  git,
  sites,
  boundary,
  commands,
}: CommitsEntrance): vscode.Disposable {
  const look = ({ uri }: vscode.TextDocument): void => {
    if (svnMessage.test(uri.toString())) boundary.start("message for svn", feature);
  };
  vscode.workspace.textDocuments.forEach(look);
  return vscode.Disposable.from(
    git,
    vscode.workspace.onDidOpenTextDocument(look),
    registerTexts({ sites, boundary, feature: async () => (await feature()).texts }),
    commands.register("artifacts.startWork", async (artifact) => (await feature()).work.start(artifact)),
    commands.register("artifacts.stopWork", async () => (await feature()).work.stop()),
    commands.register("artifacts.activeArtifact", async () => (await feature()).work.showMenu()),
    commands.register("artifacts.folderContext", async (resource) =>
      (await feature()).folderContext(resource),
    ),
    commands.register("artifacts.addReference", async (given) => (await feature()).box.addReference(given)),
    commands.register(
      "artifacts.hasCommits",
      async (site) => (git.api?.repositories.length ?? 0) > 0 && (await feature()).log.areOf(site),
    ),
    commands.register("artifacts.commitsOf", async (...asked) => (await feature()).log.of(...asked)),
    commands.register("artifacts.openCommit", async (commit) => (await feature()).log.open(commit)),
    commands.register("artifacts.linkCommit", async (...asked) => (await feature()).log.link(...asked)),
    commands.register("artifacts.artifactsInRange", async () => (await feature()).log.inRange()),
    git.onFirstRepository(() => boundary.start("first repository", feature)),
  );
}
