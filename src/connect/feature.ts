// What is behind the commands about sites and accounts; loaded when one of them is first run.
import type { Site } from "../model/site.ts";
import type { SiteTarget } from "../protocol/commands.ts";
import type { Token } from "../store/connections.ts";
import { removeSite, signIn, signOut } from "./accountCommands.ts";
import { renewToken } from "./askPassword.ts";
import { connectSite } from "./connectSite.ts";
import type { ConnectDependencies } from "./dependencies.ts";

export interface ConnectFeature {
  readonly connect: () => Promise<void>;
  readonly signIn: (site: SiteTarget | undefined) => Promise<void>;
  readonly signOut: (site: SiteTarget | undefined) => Promise<void>;
  readonly removeSite: (site: SiteTarget | undefined) => Promise<void>;
  readonly renewToken: (site: Site, expired: Token) => ReturnType<typeof renewToken>;
}

export function openConnect(dependencies: ConnectDependencies): ConnectFeature {
  return {
    connect: () => connectSite(dependencies),
    signIn: (site) => signIn(dependencies, site),
    signOut: (site) => signOut(dependencies, site),
    removeSite: (site) => removeSite(dependencies, site),
    renewToken: (site, expired) => renewToken(dependencies, site, expired),
  };
}
