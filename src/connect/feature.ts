// What is behind the commands about sites and accounts; loaded when one of them is first run.
import type * as vscode from "vscode";
import type { Site } from "../model/site.ts";
import type { AccountTarget, SiteTarget } from "../protocol/commands.ts";
import type { Token } from "../store/connections.ts";
import { checkConnection, connectUnencrypted, signIn } from "./accountCommands.ts";
import { renewToken } from "./askPassword.ts";
import { connectSite } from "./connectSite.ts";
import type { ConnectDependencies } from "./dependencies.ts";
import { forgetSite, removeSite, signOut } from "./leaving.ts";
import { noteKeyExpiry } from "./keyExpiry.ts";
import { ReachStatus } from "./reachStatus.ts";
import { sayKeyGone } from "./keyGone.ts";

export interface ConnectFeature extends vscode.Disposable {
  readonly connect: () => Promise<void>;
  readonly signIn: (site: SiteTarget | undefined) => Promise<void>;
  readonly checkConnection: (site: SiteTarget | undefined) => Promise<void>;
  readonly signOut: (account: AccountTarget | undefined) => Promise<void>;
  readonly removeSite: (site: SiteTarget | undefined) => Promise<void>;
  /** Removes what is kept for a site that is no longer in the settings. */
  readonly forgetSite: (api: string) => Promise<void>;
  readonly connectUnencrypted: (site: SiteTarget | undefined) => Promise<void>;
  /** Shows which sites can't be reached, if any. */
  readonly showReach: () => void;
  readonly sayKeyGone: (site: Site) => Promise<void>;
  readonly noteKeyExpiry: (site: Site) => Promise<void>;
  readonly renewToken: (site: Site, expired: Token) => ReturnType<typeof renewToken>;
}

export function openConnect(dependencies: ConnectDependencies): ConnectFeature {
  const status = new ReachStatus(dependencies);
  return {
    connect: () => connectSite(dependencies),
    signIn: (site) => signIn(dependencies, site),
    checkConnection: (site) => checkConnection(dependencies, site),
    signOut: (account) => signOut(dependencies, account),
    removeSite: (site) => removeSite(dependencies, site),
    forgetSite: (api) => forgetSite(dependencies, api),
    connectUnencrypted: (site) => connectUnencrypted(dependencies, site),
    showReach: () => status.show(),
    sayKeyGone: (site) => sayKeyGone(dependencies, site),
    noteKeyExpiry: (site) => noteKeyExpiry(dependencies, site),
    renewToken: (site, expired) => renewToken(dependencies, site, expired),
    dispose: () => status.dispose(),
  };
}
