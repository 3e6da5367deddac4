// Who somebody is, where neither the server nor the token tells: the person says it, once for each account.
import * as vscode from "vscode";
import { oneLine, withoutIcons } from "../../model/displayText.ts";
import { peopleNamed } from "../../model/query/titles.ts";
import type { Site } from "../../model/site.ts";
import type { Tracker } from "../../model/tracker.ts";
import type { Person } from "../../model/user.ts";
import type { SiteTarget } from "../../protocol/commands.ts";
import type { Services } from "../../services.ts";
import type { Connection } from "../../store/connections.ts";
import { ownProjects, trackersOf } from "../../store/queries/titleSearch.ts";
import { notify, withProgress } from "../../vscode/notifications.ts";
import { pickSite } from "../../vscode/prompts.ts";
import { peopleSearch, pickFound } from "../../vscode/searchPrompt.ts";

/** Enough to find oneself in; each costs a request. */
const mostTrackers = 20;
const mostProjects = 10;

/** Those whom trackers of the pinned projects name, else of those that one belongs to. */
async function peopleAround(
  { catalog, pins }: Services,
  { site, account }: Connection,
  signal: AbortSignal,
): Promise<readonly Person[]> {
  const known = catalog.of(site);
  const pinned = pins.list(site.api, account);
  const around = pinned.length > 0 ? pinned : await ownProjects(known);
  const projects = await trackersOf(known, around.slice(0, mostProjects), signal);
  const trackers = projects.flatMap((project) => project.trackers).slice(0, mostTrackers);
  const read = await Promise.allSettled(trackers.map(({ id }) => known.tracker(id)));
  const structures = read.flatMap((each): readonly Tracker[] =>
    each.status === "fulfilled" ? [each.value] : [],
  );
  return peopleNamed(structures);
}

function offerSignIn({ commands, boundary }: Services, { site }: Connection): void {
  const text = vscode.l10n.t("Sign in to {0} first, so that it knows who you are.", site.label);
  notify(boundary, "information", text, {
    label: vscode.l10n.t("Sign In"),
    run: () => commands.run("artifacts.signIn", { siteApi: site.api }),
  });
}

async function ask(services: Services, connection: Connection): Promise<void> {
  const { site, client, account } = connection;
  const reading = vscode.l10n.t("Reading from {0}", site.label);
  const around = await withProgress(reading, (signal) => peopleAround(services, connection, signal));
  const searching = peopleSearch<Person>({
    site: site.label,
    people: (query, signal) => client.people(query, signal),
    valueOf: (person) => person,
    otherwise: vscode.l10n.t(
      "{0} can't be searched for people: pin a project whose trackers name you.",
      site.label,
    ),
  });
  const reply = await pickFound<Person>({
    ...searching,
    title: vscode.l10n.t("Who are you on {0}?", oneLine(site.label, 60)),
    placeholder: vscode.l10n.t("The server does not say who you are: choose yourself, once"),
    canGoBack: false,
    standing:
      around.length === 0
        ? [{ label: `$(info) ${vscode.l10n.t("No tracker here names anybody: type your name.")}` }]
        : around.map((person) => ({ label: withoutIcons(oneLine(person.label)), value: person })),
    keyOf: ({ id }) => String(id),
  });
  if (reply.kind === "answer" && account !== undefined) {
    await services.me.say(site.api, account, reply.value);
  }
}

async function siteMeant({ sites }: Services, target: SiteTarget | undefined): Promise<Site | undefined> {
  return target === undefined
    ? pickSite(sites.list(), { title: vscode.l10n.t("Say Who You Are") })
    : sites.find(target.siteApi);
}

/** What a person said can be said anew; what the server says can't. */
export async function chooseMe(services: Services, target: SiteTarget | undefined): Promise<void> {
  const site = await siteMeant(services, target);
  if (site === undefined) return;
  const connection = await services.catalog.of(site).connection();
  if (connection.account === undefined) return offerSignIn(services, connection);
  const told = await services.me.told(connection);
  if (told === undefined) return ask(services, connection);
  const text = vscode.l10n.t("{0} knows you as {1}.", site.label, oneLine(told.label, 60));
  notify(services.boundary, "information", text);
}
