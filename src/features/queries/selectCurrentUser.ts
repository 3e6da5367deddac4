// Prompts for the current user, once per account, if the server doesn't report it.
import * as vscode from "vscode";
import { toDisplayLine, escapeIcons } from "../../model/displayText.ts";
import { collectSelectableUsers } from "../../model/query/trackerUsers.ts";
import type { Site } from "../../model/site.ts";
import type { Tracker } from "../../model/tracker.ts";
import type { User } from "../../model/user.ts";
import type { SiteTarget } from "../../protocol/commandArguments.ts";
import type { Services } from "../../services.ts";
import type { Connection } from "../../store/connections.ts";
import { loadMemberOrFirstProjects, loadProjectTrackers } from "../../store/queries/searchedTrackers.ts";
import { showNotification, withProgress } from "../../vscode/notifications.ts";
import { pickSite } from "../../vscode/prompts.ts";
import { createUserSearch, searchAndPickOne } from "../../vscode/searchPrompt.ts";

/** Limits, since each tracker and project costs a request. */
const maxTrackers = 20;
const maxProjects = 10;

/** Users in fields of trackers of the pinned projects, else of the user's projects. */
async function loadKnownPeople(
  { catalog, pinnedProjects }: Services,
  { site, account }: Connection,
  signal: AbortSignal,
): Promise<readonly User[]> {
  const siteCatalog = catalog.getSite(site);
  const pinned = pinnedProjects.list(site.api, account);
  const candidates = pinned.length > 0 ? pinned : await loadMemberOrFirstProjects(siteCatalog);
  const projects = await loadProjectTrackers(siteCatalog, candidates.slice(0, maxProjects), signal);
  const trackers = projects.flatMap((project) => project.trackers).slice(0, maxTrackers);
  const results = await Promise.allSettled(trackers.map(({ id }) => siteCatalog.loadTracker(id)));
  const loadedTrackers = results.flatMap((each): readonly Tracker[] =>
    each.status === "fulfilled" ? [each.value] : [],
  );
  return collectSelectableUsers(loadedTrackers);
}

function offerSignIn({ commands, errorHandler }: Services, { site }: Connection): void {
  const text = vscode.l10n.t("Sign in to {0} first.", site.label);
  showNotification(errorHandler, "information", text, {
    label: vscode.l10n.t("Sign In"),
    run: () => commands.execute("artifacts.signIn", { siteApi: site.api }),
  });
}

async function pickCurrentUser(services: Services, connection: Connection): Promise<void> {
  const { site, client, account } = connection;
  const title = vscode.l10n.t("Loading from {0}…", site.label);
  const users = await withProgress(title, (signal) => loadKnownPeople(services, connection, signal));
  const searchOptions = createUserSearch<User>({
    site: site.label,
    findUsers: (query, signal) => client.findUsers(query, signal),
    toValue: (user) => user,
    unsupportedText: vscode.l10n.t(
      "{0} doesn't support searching for users. Pin a project whose trackers list you as a user.",
      site.label,
    ),
  });
  const result = await searchAndPickOne<User>({
    ...searchOptions,
    title: vscode.l10n.t("Select Your User on {0}", toDisplayLine(site.label, 60)),
    placeholder: vscode.l10n.t("Select your user (needed once because the server doesn't report it)"),
    canGoBack: false,
    fixedItems:
      users.length === 0
        ? [{ label: `$(info) ${vscode.l10n.t("No suggestions. Type your name to search.")}` }]
        : users.map((user) => ({ label: escapeIcons(toDisplayLine(user.label)), value: user })),
    getKey: ({ id }) => String(id),
  });
  if (result.kind === "accepted" && account !== undefined) {
    await services.currentUser.select(site.api, account, result.value);
  }
}

async function resolveSite({ sites }: Services, target: SiteTarget | undefined): Promise<Site | undefined> {
  return target === undefined
    ? pickSite(sites.list(), { title: vscode.l10n.t("Select Your User") })
    : sites.find(target.siteApi);
}

/** A selected user can be changed; one that the server reports can't. */
export async function selectCurrentUser(services: Services, target: SiteTarget | undefined): Promise<void> {
  const site = await resolveSite(services, target);
  if (site === undefined) return;
  const connection = await services.catalog.getSite(site).connect();
  if (connection.account === undefined) return offerSignIn(services, connection);
  const serverUser = await services.currentUser.getFromServer(connection);
  if (serverUser === undefined) return pickCurrentUser(services, connection);
  const text = vscode.l10n.t(
    "You're signed in to {0} as {1}.",
    site.label,
    toDisplayLine(serverUser.label, 60),
  );
  showNotification(services.errorHandler, "information", text);
}
