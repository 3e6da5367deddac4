// Searching artifacts by their titles as one types, at all sites at once. What was opened not long ago is there at once.
import * as vscode from "vscode";
import { oneLine, withoutIcons } from "../../model/displayText.ts";
import type { Failure } from "../../model/failure.ts";
import type { Site } from "../../model/site.ts";
import type { TrackerSummary } from "../../model/tracker.ts";
import type { ArtifactTarget } from "../../protocol/commands.ts";
import type { Services } from "../../services.ts";
import type { Opened } from "../../store/queries/recent.ts";
import {
  type Matches,
  searchedTrackers,
  type SearchScope,
  TitleSearch,
} from "../../store/queries/titleSearch.ts";
import { failureText } from "../../vscode/failureText.ts";
import { askScope } from "./askScope.ts";
import { type Gap, type Gathered, gathered, type Hit, isNothing, type SiteFindings } from "./gathered.ts";

// The rows of the search.

interface HitRow extends vscode.QuickPickItem {
  readonly value?: Hit | "choose" | undefined;
}

/** As much as a row has room for. */
const roomForLetters = 90;
const shortestTitle = 30;

/** VS Code sorts by how labels fit what was typed. Our order is the one that counts, so the title is in none. */
function hitRow({ site, row }: Hit, namesSite: boolean): HitRow {
  const { id, title = "", tracker, status } = row;
  const facts = [tracker?.label ?? "", status ?? "", namesSite ? site.label : ""]
    .map((fact) => oneLine(fact, 30))
    .filter((fact) => fact !== "");
  const name = oneLine(title, Math.max(shortestTitle, roomForLetters - facts.join(" · ").length));
  return {
    label: `#${id}`,
    description: withoutIcons((name === "" ? facts : [name, ...facts]).join(" · ")),
    buttons: [{ iconPath: new vscode.ThemeIcon("link-external"), tooltip: vscode.l10n.t("Open in Browser") }],
    alwaysShow: true,
    value: { site, row },
  };
}

function line(label: string): HitRow {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function say(icon: string, text: string, value?: "choose"): HitRow {
  return { label: `$(${icon}) ${withoutIcons(oneLine(text))}`, alwaysShow: true, value };
}

function gapRow({ kind, site, tracker, failure }: Gap): HitRow {
  const name = oneLine(tracker ?? site.label, 60);
  switch (kind) {
    case "failed": {
      const why = failure === undefined ? "" : failureText(failure, site.label);
      return say("warning", tracker === undefined ? why : `${name}: ${why}`);
    }
    case "unheeding":
      return say("warning", vscode.l10n.t("{0}: the server does not heed what is searched for.", name));
    case "untitled":
      return say("info", vscode.l10n.t("{0}: its titles can't be searched.", name));
    case "abounding":
      return say("info", vscode.l10n.t("{0} has more: type more of the title.", name));
  }
}

interface ShownSearch extends Gathered {
  readonly text: string;
  readonly namesSite: boolean;
  readonly isPending: boolean;
  /** Whether there is any tracker to search in; undefined while that is read. */
  readonly hasTrackers: boolean | undefined;
}

function hitRows(shown: ShownSearch): readonly HitRow[] {
  const { recent, found, gaps, text, namesSite, isPending, hasTrackers } = shown;
  const rowOf = (hit: Hit): HitRow => hitRow(hit, namesSite);
  const hasNothing = text !== "" && !isPending && isNothing(shown);
  const isAlone = recent.length + found.length === 0 && !hasNothing;
  return [
    ...(recent.length > 0 ? [line(vscode.l10n.t("Recently opened")), ...recent.map(rowOf)] : []),
    ...(found.length > 0 ? [line(vscode.l10n.t("Found")), ...found.map(rowOf)] : []),
    ...(hasNothing && hasTrackers === true ? [say("info", vscode.l10n.t("No title has these words."))] : []),
    ...(hasTrackers === false
      ? [line(""), say("list-selection", vscode.l10n.t("Choose Trackers to Search…"), "choose")]
      : []),
    ...(gaps.length > 0 && !isAlone ? [line(vscode.l10n.t("Not all of it"))] : []),
    ...gaps.map(gapRow),
  ];
}

/** Longer than between two letters, shorter than what one notices. */
const pauseMs = 200;

/** One site that is searched. */
class Place implements SiteFindings {
  readonly site: Site;
  readonly recent: readonly Opened[];
  readonly search: TitleSearch;
  trackers: readonly TrackerSummary[] = [];
  failure: Failure | undefined;
  areTrackersKnown = false;
  matches: Matches | undefined;
  isPending = false;

  constructor(site: Site, recent: readonly Opened[], search: TitleSearch) {
    this.site = site;
    this.recent = recent;
    this.search = search;
  }
}

type Ending = { readonly kind: "open"; readonly hit: Hit } | { readonly kind: "scope" | "away" };

function targetOf({ site, row }: Hit): ArtifactTarget {
  return { siteApi: site.api, artifactId: row.id, trackerId: row.tracker?.id, page: row.page };
}

export class ArtifactSearch {
  readonly #services: Services;
  readonly #scope: SearchScope;

  constructor(services: Services, scope: SearchScope) {
    this.#services = services;
    this.#scope = scope;
  }

  async open(): Promise<void> {
    const { sites, commands } = this.#services;
    if (sites.list().length === 0) return commands.run("artifacts.connect");
    for (let text = ""; ;) {
      const places = await Promise.all(sites.list().map((site) => this.#place(site)));
      const box = new SearchBox(this.#services, this.#scope, places, text);
      const ending = await box.ending();
      text = box.text;
      if (ending.kind === "away") return;
      if (ending.kind === "open") {
        // As they were listed then: who goes on to the next one means the list that they chose from.
        const listed = box.hits.map(targetOf);
        await commands.run("artifacts.openArtifact", { ...targetOf(ending.hit), neighbours: () => listed });
        return;
      }
      await askScope(this.#services, this.#scope);
    }
  }

  async #place(site: Site): Promise<Place> {
    const { catalog, recent } = this.#services;
    const known = catalog.of(site);
    const search = new TitleSearch({
      connect: () => known.connection(),
      structure: (trackerId) => known.tracker(trackerId),
    });
    return new Place(site, recent.list(site.api, await known.account()), search);
  }
}

class SearchBox {
  readonly #services: Services;
  readonly #scope: SearchScope;
  readonly #places: readonly Place[];
  readonly #box = vscode.window.createQuickPick<HitRow>();
  readonly #gone = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #isWaiting = false;

  constructor(services: Services, scope: SearchScope, places: readonly Place[], text: string) {
    this.#services = services;
    this.#scope = scope;
    this.#places = places;
    const box = this.#box;
    box.title = vscode.l10n.t("Search Artifacts");
    box.placeholder = vscode.l10n.t("Words of a title, or a number");
    box.keepScrollPosition = true;
    box.buttons = [
      {
        iconPath: new vscode.ThemeIcon("list-selection"),
        tooltip: vscode.l10n.t("Choose Trackers to Search…"),
      },
    ];
    box.value = text;
    box.onDidChangeValue(() => this.#typed());
    box.onDidTriggerItemButton(({ item: { value } }) => {
      if (value === undefined || value === "choose") return;
      const { boundary, commands } = services;
      boundary.start("open in browser", () => commands.run("artifacts.openInBrowser", targetOf(value)));
    });
  }

  get text(): string {
    return this.#box.value;
  }

  get hits(): readonly Hit[] {
    const { recent, found } = gathered(this.#places, this.#box.value.trim());
    return [...recent, ...found];
  }

  ending(): Promise<Ending> {
    const box = this.#box;
    for (const place of this.#places) {
      this.#services.boundary.start("trackers to search", () => this.#readTrackers(place));
    }
    this.#draw();
    return new Promise((resolve) => {
      box.onDidAccept(() => {
        const value = box.selectedItems[0]?.value;
        if (value === undefined) return;
        resolve(value === "choose" ? { kind: "scope" } : { kind: "open", hit: value });
        box.hide();
      });
      box.onDidTriggerButton(() => {
        resolve({ kind: "scope" });
        box.hide();
      });
      box.onDidHide(() => {
        this.#end();
        resolve({ kind: "away" });
      });
      box.show();
    });
  }

  #end(): void {
    this.#gone.abort();
    clearTimeout(this.#timer);
    for (const { search } of this.#places) search.cancel();
    this.#box.dispose();
  }

  async #readTrackers(place: Place): Promise<void> {
    const { signal } = this.#gone;
    const { catalog, pins } = this.#services;
    try {
      const scope = this.#scope;
      const { trackers, failure } = await searchedTrackers({ catalog, pins, scope }, place.site, signal);
      place.trackers = trackers;
      place.failure = failure;
    } finally {
      place.areTrackersKnown = true;
    }
    if (signal.aborted) return;
    this.#draw();
    // What was typed meanwhile is still to be looked for here.
    if (this.text.trim() !== "" && !this.#isWaiting) this.#search(place, this.text.trim());
  }

  #typed(): void {
    clearTimeout(this.#timer);
    const text = this.text.trim();
    for (const place of this.#places) {
      place.search.cancel();
      place.isPending = false;
    }
    this.#isWaiting = text !== "";
    this.#draw();
    if (!this.#isWaiting) return;
    this.#timer = setTimeout(() => {
      this.#isWaiting = false;
      for (const place of this.#places) if (place.areTrackersKnown) this.#search(place, text);
    }, pauseMs);
  }

  #search(place: Place, text: string): void {
    place.isPending = true;
    this.#services.boundary.start("search artifacts", async () => {
      const result = await place.search.search(text, place.trackers, (matches) => {
        place.matches = matches;
        this.#draw();
      });
      // Another search, or nobody, has taken its place.
      if (result === undefined) return;
      place.matches = result;
      place.isPending = false;
      this.#draw();
    });
    this.#draw();
  }

  #draw(): void {
    if (this.#gone.signal.aborted) return;
    const box = this.#box;
    const text = this.text.trim();
    const isReading = this.#places.some(({ areTrackersKnown }) => !areTrackersKnown);
    const isPending = this.#isWaiting || this.#places.some((place) => place.isPending);
    const count = this.#places.reduce((sum, { trackers }) => sum + trackers.length, 0);
    box.busy = isPending || isReading;
    const isUnknown = isReading || (count === 0 && this.#places.some(({ failure }) => failure !== undefined));
    box.prompt = isUnknown ? undefined : scopeText(count);
    const hasTrackers = isUnknown ? undefined : count > 0;
    const namesSite = this.#places.length > 1;
    const active = box.activeItems[0]?.label;
    const rows = hitRows({ ...gathered(this.#places, text), text, namesSite, isPending, hasTrackers });
    box.items = rows;
    const again = rows.find(({ label, value }) => value !== undefined && label === active);
    if (again !== undefined && text === "") box.activeItems = [again];
  }
}

function scopeText(count: number): string {
  if (count === 0) {
    return vscode.l10n.t(
      "Only numbers are found. Open or expand a tracker, or choose some, to search titles.",
    );
  }
  return count === 1
    ? vscode.l10n.t("Searches the titles of 1 tracker")
    : vscode.l10n.t("Searches the titles of {0} trackers", count);
}
