import * as vscode from "vscode";
import type { Site } from "../model/site.ts";
import type { Boundary } from "../platform/boundary.ts";
import type { Commands } from "../platform/commands.ts";
import type { CommandArguments } from "../protocol/commands.ts";
import type { Reach } from "../store/reach.ts";
import type { ConnectFeature } from "./feature.ts";

interface ConnectEntrance {
  readonly feature: () => Promise<ConnectFeature>;
  /** Where somebody has signed in, and what they did so with is gone. */
  readonly sitesWithoutKey: () => Promise<readonly Site[]>;
  readonly reach: Reach;
  readonly boundary: Boundary;
  readonly commands: Commands<CommandArguments>;
}

export function registerConnect({
  feature,
  sitesWithoutKey,
  reach,
  boundary,
  commands,
}: ConnectEntrance): vscode.Disposable {
  boundary.start("look for keys", async () => {
    for (const site of await sitesWithoutKey()) {
      boundary.start("say that a key is gone", async () => (await feature()).sayKeyGone(site));
    }
  });
  return vscode.Disposable.from(
    reach.changed.listen(() => boundary.start("show reach", async () => (await feature()).showReach())),
    commands.register("artifacts.connect", async () => (await feature()).connect()),
    commands.register("artifacts.signIn", async (site) => (await feature()).signIn(site)),
    commands.register("artifacts.switchAccount", async (site) => (await feature()).signIn(site)),
    commands.register("artifacts.checkConnection", async (site) => (await feature()).checkConnection(site)),
    commands.register("artifacts.signOut", async (account) => (await feature()).signOut(account)),
    commands.register("artifacts.connectUnencrypted", async (site) =>
      (await feature()).connectUnencrypted(site),
    ),
    commands.register("artifacts.removeSite", async (site) => (await feature()).removeSite(site)),
  );
}
