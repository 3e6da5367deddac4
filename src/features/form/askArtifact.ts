// Which artifact is meant, where no row of the tree says it: one that is suggested, or what its number, a reference or a link names.
import * as vscode from "vscode";
import { oneLine, withoutIcons } from "../../model/displayText.ts";
import { isMeant, numberIn } from "../../model/query/titles.ts";
import type { Site } from "../../model/site.ts";
import type { ArtifactTarget, FolderContext, Resource } from "../../protocol/commands.ts";
import type { Services } from "../../services.ts";
import { Lists } from "../../store/queries/lists.ts";
import {
  type SuggestedArtifact,
  SuggestedArtifacts,
  type SuggestionReason,
} from "../../store/queries/suggestedArtifacts.ts";
import { Lookups } from "../../store/references/lookups.ts";
import { artifactIn } from "../../store/sites.ts";
import { failureText } from "../../vscode/failureText.ts";
import { pickSite, pickTyped, type StepRow } from "../../vscode/prompts.ts";
import type { FormPanels } from "./formPanels.ts";

interface Question {
  readonly title: string;
  /** The site that it has to be on; any unless told otherwise. */
  readonly siteApi?: string | undefined;
  /** Not to be suggested. */
  readonly except: ArtifactTarget | undefined;
  readonly resource?: Resource | undefined;
}

/** A number does not name its site. */
interface Answer {
  readonly artifactId: number;
  readonly siteApi: string | undefined;
  readonly trackerId: number | undefined;
}

/** A link names its site, a number does not. */
function fromLink(sites: readonly Site[], text: string): { site: Site; artifactId: number } | undefined {
  for (const site of sites) {
    const artifactId = /^https?:/i.test(text) ? artifactIn(site.api, text) : undefined;
    if (artifactId !== undefined) return { site, artifactId };
  }
  return undefined;
}

/** A number, a reference, or the path of a page: neither names a site. */
function numberNamed(sites: readonly Site[], text: string): number | undefined {
  const [first] = sites;
  return first !== undefined && text.startsWith("/") ? artifactIn(first.api, text) : numberIn(text);
}

const reasonTexts: Readonly<Record<SuggestionReason, () => string>> = {
  form: () => vscode.l10n.t("In open forms"),
  branch: () => vscode.l10n.t("Of the branch"),
  recent: () => vscode.l10n.t("Recently opened"),
  assigned: () => vscode.l10n.t("Assigned to Me"),
};

function separator(label: string): StepRow<Answer> {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function note(icon: string, text: string): StepRow<Answer> {
  return { label: `$(${icon}) ${withoutIcons(oneLine(text))}` };
}

/** As much as a row has room for. */
const roomForTitle = 90;

/** VS Code sorts by how labels fit what was typed: the title is in none, so that the number that was typed stays first. */
function rowOf(answer: Answer, facts: readonly (string | undefined)[]): StepRow<Answer> {
  const shown = facts.map((fact) => oneLine(fact ?? "", roomForTitle)).filter((fact) => fact !== "");
  return { label: `#${answer.artifactId}`, description: withoutIcons(shown.join(" · ")), value: answer };
}

class ArtifactRows {
  readonly #sites: readonly Site[];
  readonly #all: readonly Site[];
  readonly #suggested: SuggestedArtifacts;
  /** The site that a number is of; undefined where that has to be asked, or is not known yet. */
  decided: Site | undefined;
  isReading = true;

  /** Those that may be meant, and all that a link can name. */
  constructor(sites: readonly Site[], all: readonly Site[], suggested: SuggestedArtifacts) {
    this.#sites = sites;
    this.#all = all;
    this.#suggested = suggested;
  }

  /** A separator always comes first, so that the first artifact keeps its place among the rows whatever is typed. */
  for(text: string): readonly StepRow<Answer>[] {
    if (text === "") return [...this.#sections(this.#suggested.list), ...this.#failures()];
    const link = fromLink(this.#sites, text);
    if (link !== undefined) {
      const { artifactId, site } = link;
      const answer = { artifactId, siteApi: site.api, trackerId: undefined };
      return [separator(""), rowOf(answer, [site.label])];
    }
    const artifactId = numberNamed(this.#sites, text);
    const fitting = this.#suggested.list.filter((each) => isMeant(each, text) || hasDigits(each, text));
    if (artifactId === undefined) {
      return fitting.length === 0 ? this.#nothing(text) : this.#sections(fitting);
    }
    return [separator(""), ...this.#numbered(artifactId, fitting)];
  }

  /** The number as it was typed, then what else that may mean. */
  #numbered(artifactId: number, fitting: readonly SuggestedArtifact[]): readonly StepRow<Answer>[] {
    const { decided } = this;
    const known = fitting.find(({ id, site }) => id === artifactId && site.api === decided?.api);
    const plain = { artifactId, siteApi: undefined, trackerId: undefined };
    const first = known === undefined ? rowOf(plain, [this.#siteName(decided)]) : this.#rowOf(known);
    const others = fitting.filter((each) => each !== known);
    const elsewhere = this.#sites.filter(
      ({ api }) =>
        decided !== undefined &&
        api !== decided.api &&
        !others.some(({ id, site }) => id === artifactId && site.api === api),
    );
    return [
      first,
      ...elsewhere.map((site) => rowOf({ ...plain, siteApi: site.api }, [site.label])),
      ...this.#sections(others),
    ];
  }

  #sections(artifacts: readonly SuggestedArtifact[]): readonly StepRow<Answer>[] {
    return artifacts.flatMap((artifact, at) => {
      const { reason } = artifact;
      const isFirst = artifacts[at - 1]?.reason !== reason;
      return [...(isFirst ? [separator(reasonTexts[reason]())] : []), this.#rowOf(artifact)];
    });
  }

  #rowOf({ site, id, title, tracker, status }: SuggestedArtifact): StepRow<Answer> {
    const answer = { artifactId: id, siteApi: site.api, trackerId: tracker?.id };
    return rowOf(answer, [title, tracker?.label, status, this.#siteName(site)]);
  }

  #siteName(site: Site | undefined): string | undefined {
    return this.#sites.length > 1 ? site?.label : undefined;
  }

  #failures(): readonly StepRow<Answer>[] {
    return this.#suggested.failures.map(({ site, failure }) =>
      note("warning", failureText(failure, site.label)),
    );
  }

  #nothing(text: string): readonly StepRow<Answer>[] {
    const [only] = this.#sites;
    const isElsewhere = fromLink(this.#all, text) !== undefined;
    if (isElsewhere && only !== undefined) {
      const where = vscode.l10n.t("This artifact is on another site: choose one on {0}.", only.label);
      return [separator(""), note("info", where)];
    }
    if (this.isReading) return [];
    const neither = vscode.l10n.t(
      "This is neither a number, nor a reference, nor a page of a site you are connected to.",
    );
    return [separator(""), note("info", neither)];
  }
}

/** Whether what was typed is the beginning of its number. */
function hasDigits({ id }: SuggestedArtifact, text: string): boolean {
  return String(id).startsWith(text.replace(/^#/, ""));
}

function inForms({ list }: FormPanels, isPossible: (site: Site) => boolean): readonly SuggestedArtifact[] {
  return list.flatMap(({ site, editing: { subject, base } }) => {
    if (subject.kind !== "artifact" || !isPossible(site)) return [];
    const { id, label = "" } = base?.tracker ?? {};
    const tracker = id === undefined ? undefined : { id, label };
    const { artifactId } = subject;
    return [
      { site, id: artifactId, title: base?.title, tracker, status: undefined, reason: "form" as const },
    ];
  });
}

export class ArtifactPicker implements vscode.Disposable {
  readonly #services: Services;
  readonly #panels: FormPanels;
  readonly #lists: Lists;
  readonly #lookups: Lookups;

  constructor(services: Services, panels: FormPanels) {
    this.#services = services;
    this.#panels = panels;
    this.#lists = new Lists({ ...services, now: () => new Date() });
    this.#lookups = new Lookups(services.catalog, Date.now);
  }

  dispose(): void {
    this.#lookups.dispose();
  }

  /** What is in front decides of which site a number is, then the folder; else it has to be asked. */
  async pick({ title, siteApi, except, resource }: Question): Promise<ArtifactTarget | undefined> {
    const { catalog, recent, boundary } = this.#services;
    const all = this.#services.sites.list();
    const sites = siteApi === undefined ? all : all.filter(({ api }) => api === siteApi);
    const find = (api: string | undefined): Site | undefined => sites.find((site) => site.api === api);
    const folder = this.#folderContext(resource);
    const inFront = find(this.#panels.active?.site.api) ?? (sites.length === 1 ? sites[0] : undefined);
    const decided =
      inFront === undefined ? folder.then((told) => find(told?.siteApi)) : Promise.resolve(inFront);
    const ofBranch = folder.then((told) =>
      told?.siteApi === undefined || told.artifactId === undefined
        ? undefined
        : { siteApi: told.siteApi, artifactId: told.artifactId },
    );
    const forms = inForms(this.#panels, (site) => find(site.api) !== undefined);
    const suggested = new SuggestedArtifacts(
      { catalog, recent, lists: this.#lists, lookups: this.#lookups },
      { sites, inForms: forms, ofBranch, except },
    );
    const rows = new ArtifactRows(sites, all, suggested);
    rows.decided = inFront;
    const reply = await pickTyped<Answer>({
      title,
      placeholder: vscode.l10n.t("Its number, a reference such as “bug #12”, or the address of its page"),
      canGoBack: false,
      value: "",
      rowsFor: (text) => rows.for(text),
      isSame: (one, other) => one.artifactId === other.artifactId && one.siteApi === other.siteApi,
      read: async (onMore, signal) => {
        await boundary.run("suggest artifacts", async () => {
          rows.decided = await decided;
          await suggested.read(onMore, signal);
        });
        rows.isReading = false;
      },
    });
    if (reply.kind !== "answer") return undefined;
    const { artifactId, trackerId } = reply.value;
    const site = find(reply.value.siteApi) ?? (await decided) ?? (await pickSite(sites, { title }));
    return site && { siteApi: site.api, artifactId, trackerId };
  }

  /** Never rejects: the user can choose an artifact even if nothing is known of the folder. */
  async #folderContext(resource: Resource | undefined): Promise<FolderContext | undefined> {
    const { boundary, features } = this.#services;
    let context: FolderContext | undefined;
    await boundary.run("folder context", async () => {
      context = await features.commits.folderContext(resource);
    });
    return context;
  }
}
