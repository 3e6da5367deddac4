// Forms as the extension opens them: the store signed in to a simulated server, with a folder of drafts.
import assert from "node:assert/strict";
import type { Edit, Target } from "../../src/model/form/draft.ts";
import { isFailure } from "../../src/model/failure.ts";
import type { FormField } from "../../src/model/form/form.ts";
import type { Input } from "../../src/model/form/input.ts";
import type { Foreign } from "../../src/model/merge/encounter.ts";
import type { Site } from "../../src/model/site.ts";
import type { Subject } from "../../src/model/subject.ts";
import type { Editing } from "../../src/store/editing.ts";
import type { SaveResult } from "../../src/store/submission.ts";
import { Forms } from "../../src/store/forms.ts";
import { type Dialect, type Simulator, startSimulator } from "../simulator/simulator.ts";
import { DraftFolder } from "./draftFolder.ts";
import { openStore, signIn, type Store } from "./openStore.ts";
import { forgetful } from "./svnForms.ts";

export const { signal } = new AbortController();

export class Desk {
  #server: Simulator;
  readonly folder: DraftFolder;
  readonly store: Store;
  readonly site: Site;
  readonly #windows = new Map<string, Forms>();

  private constructor(server: Simulator, folder: DraftFolder, store: Store, site: Site) {
    this.#server = server;
    this.folder = folder;
    this.store = store;
    this.site = site;
  }

  /** Signed in as the administrator. The server's clock is that of this machine. */
  static async open(dialect: Dialect): Promise<Desk> {
    const server = await startSimulator({ dialect });
    server.clock.advance(Date.now() - server.clock.now());
    const folder = await DraftFolder.make();
    const store = openStore([{ url: server.url }], folder.beside("last-seen"));
    const site = store.sites.list()[0] ?? assert.fail("the site is not known");
    await signIn(store, site.api, server.accounts.admin);
    return new Desk(server, folder, store, site);
  }

  get server(): Simulator {
    return this.#server;
  }

  /** Somebody listens again where nobody did: a server with what it had at its start. */
  async startServerAgain(): Promise<void> {
    const { dialect, url } = this.#server;
    this.#server = await startSimulator({ dialect, port: Number(new URL(url).port) });
  }

  /** The forms of one window. */
  forms(window = "here"): Forms {
    const known = this.#windows.get(window);
    if (known !== undefined) return known;
    const { store, folder, site } = this;
    const forms = new Forms({
      catalog: store.catalog,
      drafts: folder.window(window),
      siteAt: () => site,
      now: Date.now,
      svn: forgetful,
    });
    this.#windows.set(window, forms);
    return forms;
  }

  subject(artifactId: number): Subject {
    return { kind: "artifact", siteApi: this.site.api, accountId: this.#accountId, artifactId };
  }

  fresh(trackerId: number, key = "a"): Subject {
    return { kind: "new", siteApi: this.site.api, accountId: this.#accountId, trackerId, key };
  }

  get #accountId(): string {
    return String(this.server.accounts.admin.id);
  }

  /** An open form; a later one of the same window shares the first. */
  async open(subject: Subject, trackerId?: number, window?: string): Promise<Editing> {
    const knownTracker = subject.kind === "new" ? subject.trackerId : trackerId;
    const { editing } = this.forms(window).hold(this.site, subject, { trackerId: knownTracker });
    await editing.load(undefined, signal);
    return editing;
  }

  /** What the server holds now, by a form of its own. */
  async held(artifactId: number, trackerId: number): Promise<Editing> {
    return this.open(this.subject(artifactId), trackerId, `reader ${(this.#readers += 1)}`);
  }

  #readers = 0;

  /** The first artifact of a tracker. */
  async anArtifactOf(trackerId: number): Promise<number> {
    const { client } = await this.store.connections.to(this.site);
    const tracker = await client.tracker(trackerId);
    const [row] = (await client.artifacts(tracker, { offset: 0 })).items;
    return row?.kind === "artifact" ? row.id : assert.fail("the tracker is empty");
  }

  /** How often something was asked of the server in this way. */
  asked(method: string, path: RegExp = /./): number {
    return this.server.requests.filter((request) => request.method === method && path.test(request.path))
      .length;
  }

  async signInAgain(key: string): Promise<void> {
    await signIn(this.store, this.site.api, { ...this.server.accounts.admin, accessKey: key });
    await this.store.catalog.forget(this.site.api);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#windows.values()].map((forms) => forms.close()));
    await this.store.connections.close();
    await this.server.close();
    await this.folder.close();
  }
}

export function fieldNamed({ base }: Editing, name: string): FormField {
  return base?.form.fields.find((field) => field.name === name) ?? assert.fail(`no field ${name}`);
}

let count = 0;

/** Types into a field, by its name, or into the comment. */
export function type(
  editing: Editing,
  name: string,
  input: Input | undefined,
  step: Edit["step"] = "begin",
): void {
  const target: Target = name === "comment" ? name : fieldNamed(editing, name).id;
  count += 1;
  assert.equal(editing.edit({ target, input, step }, count), "taken");
}

export function line(text: string): Input {
  return { kind: "line", text };
}

/** One of a list's values by its label. */
export function oneOf(editing: Editing, name: string, label: string): Input & { readonly kind: "choices" } {
  const { control } = fieldNamed(editing, name);
  const choice = control.kind === "choice" ? control.choices.find((each) => each.label === label) : undefined;
  assert.ok(choice, `${name} has no ${label}`);
  return { kind: "choices", chosen: [{ id: choice.id, label }] };
}

export function save(editing: Editing, how: "checked" | "overwrite" = "checked"): Promise<SaveResult> {
  return editing.save(how, signal);
}

function writersOf(news: readonly Foreign[]): readonly string[] {
  return [...new Set(news.flatMap(({ by }) => by ?? []))];
}

/** What is told of a form, in short. */
export function told({ notices }: Editing): readonly unknown[] {
  return notices.map((notice) => {
    switch (notice.kind) {
      case "merged":
      case "news":
        return [notice.kind, writersOf(notice.news), notice.news.map(({ label }) => label)];
      case "beside":
        return [
          notice.kind,
          notice.entries.map(({ changeset: { by }, changes }) => [
            by?.label,
            changes.map(({ label }) => label),
          ]),
        ];
      case "failed":
        return [notice.kind, notice.failure.kind, notice.doing];
      case "rejected":
        return [notice.kind, isFailure(notice.failure) ? notice.failure.request.said : "", notice.fieldId];
      case "unknown":
        return [notice.kind, notice.candidates.length];
      case "restored":
      case "overtaken":
      case "noRevision":
      case "refusing":
      case "gone":
        return notice.kind;
    }
  });
}
