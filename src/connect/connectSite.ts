import { keepSignIn, keptAt } from "./accountCommands.ts";
import { askAddress } from "./askAddress.ts";
import { askSignIn } from "./askSignIn.ts";
import type { ConnectDependencies } from "./dependencies.ts";

/** From an address to a site in the tree. Nothing is kept before the last answer is given. */
export async function connectSite(dependencies: ConnectDependencies): Promise<void> {
  const server = await askAddress(dependencies);
  if (server === undefined) return;
  const choice = await askSignIn(dependencies, server, {
    anonymous: server.anonymous,
    kept: await keptAt(dependencies, server.api),
  });
  if (choice === undefined) return;
  const { api, caFile } = server;
  // The site first: a key without one could not be seen, nor signed out.
  await dependencies.sites.add(api, caFile);
  await keepSignIn(dependencies, api, choice);
  await dependencies.commands.run("artifacts.revealSite", { siteApi: api });
}
