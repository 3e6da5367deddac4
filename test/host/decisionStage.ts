// Quick decisions as commands make them, with somebody who answers what is asked and hears what is said.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { chooseMe } from "../../src/features/queries/askMe.ts";
import { Comments } from "../../src/features/triage/comment.ts";
import { Concerns } from "../../src/features/triage/concern.ts";
import { Decisions } from "../../src/features/triage/decisions.ts";
import { Deleting } from "../../src/features/triage/deleting.ts";
import { Links } from "../../src/features/triage/link.ts";
import type { Wish } from "../../src/model/triage/wish.ts";
import type { ArtifactTarget, CommandArguments, DecisionTarget } from "../../src/protocol/commands.ts";
import type { Features, Services } from "../../src/services.ts";
import { Me } from "../../src/store/queries/currentUser.ts";
import { Commands } from "../../src/vscode/commands.ts";
import { Boundary } from "../../src/vscode/errorHandler.ts";
import { Log } from "../../src/vscode/log.ts";
import { FakeInput, FakePick } from "../hostile/host/fakeBoxes.ts";
import type { Hearing, Item } from "../hostile/host/hearing.ts";
import type { TrackerHandle } from "../simulator/remodel.ts";
import type { Dialect } from "../simulator/simulator.ts";
import { Desk } from "../support/fixtures/formFixture.ts";
import { addLamps } from "../support/fixtures/lamps.ts";
import { assertSoon } from "../support/wait.ts";
import { memory as newMemory } from "../unit/commits/memory.ts";

interface StageOptions {
  readonly as?: "member";
  readonly deletionLimit?: number;
}

const minute = 60_000;
const notifications = ["showInformationMessage", "showWarningMessage", "showErrorMessage"] as const;

export class DecisionStage {
  readonly desk: Desk;
  readonly lamps: TrackerHandle;
  readonly decisions: Decisions;
  readonly comments: Comments;
  readonly links: Links;
  readonly deleting: Deleting;
  /** Messages and questions, with their details. */
  readonly said: string[] = [];
  /** The commands that were run, and what was asked of other features. */
  readonly ran: (readonly unknown[])[] = [];
  /** The rows of the lists that were shown, each with what stands beside it. */
  readonly offered: (readonly string[])[] = [];
  /** How many boxes to type into there were. */
  typedInto = 0;
  /** The buttons that are pressed where they are offered. */
  press: readonly string[] = [];
  /** The row that is taken of a list, by the beginning of its text. */
  pick = "";
  /** What is typed into a box. */
  typing = "";
  /** What happens while a question is on the screen. */
  whileAsked: (question: string) => unknown = () => undefined;
  /** What is selected in the view that a key was pressed in. */
  selection: readonly DecisionTarget[] = [];
  /** What a person names when asked for another artifact. */
  named: ArtifactTarget | undefined;
  readonly #untouched: number[];
  readonly #restore: () => void;

  private constructor(desk: Desk) {
    this.desk = desk;
    this.lamps = addLamps(desk.server);
    this.#untouched = [...this.lamps.artifactIds];
    desk.server.clock.advance(minute);
    const log = new Log("Decisions under test");
    const boundary = new Boundary(log, () => desk.site.label);
    const run = (command: readonly unknown[]): void => void this.ran.push(command);
    class Recorded extends Commands<CommandArguments> {
      override run(...command: readonly unknown[]): Promise<void> {
        return Promise.resolve(run(command));
      }
    }
    const given: Partial<Services> = {
      ...desk.store,
      drafts: desk.folder.window("here"),
      me: new Me(newMemory()),
      boundary,
      commands: new Recorded(boundary),
      features: this.#features((site) => chooseMe(services, site)),
    };
    const services = given as Services;
    const concerns = new Concerns(services);
    this.decisions = new Decisions(services, concerns);
    this.comments = new Comments(services, concerns);
    this.links = new Links(services, concerns);
    this.deleting = new Deleting(services, concerns);
    const replaced = Object.fromEntries(
      [...notifications, "createQuickPick", "createInputBox", "showQuickPick"].map((name) => [
        name,
        vscode.window[name as (typeof notifications)[number]],
      ]),
    );
    const say = (text: string, ...given: readonly unknown[]): Promise<unknown> => this.#say(text, given);
    const hearing = this.#hearing();
    Object.assign(vscode.window, {
      ...Object.fromEntries(notifications.map((name) => [name, say])),
      createQuickPick: () => new FakePick(hearing),
      createInputBox: () => {
        this.typedInto += 1;
        return new FakeInput(hearing);
      },
      showQuickPick: (rows: readonly vscode.QuickPickItem[]) => {
        hearing.hearRows("quick pick", rows as readonly Item[]);
        return Promise.resolve(rows.find(({ label }) => label.startsWith(this.pick)));
      },
    });
    this.#restore = () => {
      Object.assign(vscode.window, replaced);
      log.dispose();
    };
  }

  static async open(dialect: Dialect, options: StageOptions = {}): Promise<DecisionStage> {
    return new DecisionStage(await Desk.open(dialect, options));
  }

  /** What was said, shown and run so far counts no more. */
  forget(): void {
    for (const heard of [this.said, this.ran, this.offered]) heard.length = 0;
    this.typedInto = 0;
    this.press = [];
    this.whileAsked = () => undefined;
    this.desk.server.clock.advance(minute);
  }

  /** A lamp that nobody has touched yet, as a list shows it. */
  async lamp(): Promise<DecisionTarget> {
    return this.row(this.lamps.id, this.#untouched.shift() ?? assert.fail("no lamp is left"));
  }

  /** An artifact as the list of its tracker shows it now. */
  async row(trackerId: number, artifactId: number): Promise<DecisionTarget> {
    const rows = await this.rows(trackerId);
    return rows.find((row) => row.artifactId === artifactId) ?? assert.fail(`#${artifactId} is not listed`);
  }

  async rows(trackerId: number): Promise<readonly DecisionTarget[]> {
    const { store, site } = this.desk;
    const { client } = await store.connections.to(site);
    const { items } = await client.artifacts(await client.tracker(trackerId), { offset: 0 });
    return items.flatMap((row) =>
      row.kind === "artifact" ? [{ siteApi: site.api, artifactId: row.id, trackerId, artifact: row }] : [],
    );
  }

  /** What the server has, by the labels of fields; undefined where it has no such artifact. */
  async held(artifactId: number): Promise<Readonly<Record<string, unknown>> | undefined> {
    const { accessKey } = this.desk.server.accounts.admin;
    const headers = { "X-Auth-AccessKey": accessKey, Accept: "application/json" };
    const response = await fetch(`${this.desk.server.url}/api/artifacts/${artifactId}`, { headers });
    return response.ok ? ((await response.json()) as Readonly<Record<string, unknown>>) : undefined;
  }

  async isThere({ artifactId }: ArtifactTarget): Promise<boolean> {
    return (await this.held(artifactId)) !== undefined;
  }

  async statusOf({ artifactId }: ArtifactTarget): Promise<unknown> {
    return (await this.held(artifactId))?.["status"];
  }

  /** Somebody else gives a lamp another title. */
  theyRetitle({ artifactId }: ArtifactTarget, value: string): void {
    const { server } = this.desk;
    server.clock.advance(minute);
    const values = [{ field_id: this.lamps.fieldId("title"), value }];
    server.write(artifactId, { values, by: server.accounts.member });
    server.clock.advance(minute);
  }

  /** They get in while our change is on its way. */
  meanwhile(act: () => void): void {
    const fault = { kind: "meanwhile", act } as const;
    this.desk.server.faults.add({ method: "PUT", path: /artifacts/, times: 1, fault });
  }

  /** Those of people: what the server begins with has none. */
  commentsOn({ artifactId }: ArtifactTarget): readonly string[] {
    return this.desk.server
      .changesets(artifactId)
      .flatMap(({ comment }) => (comment === undefined || comment.body === "" ? [] : [comment.body]));
  }

  /** Requests that would change something. */
  get writes(): number {
    return this.desk.server.requests.filter(({ method }) => !["GET", "OPTIONS"].includes(method)).length;
  }

  async saidSoon(...expected: readonly (string | RegExp)[]): Promise<void> {
    await assertSoon(() => {
      assert.equal(this.said.length, expected.length, this.said.join("\n"));
      for (const [at, each] of expected.entries()) {
        if (typeof each === "string") assert.equal(this.said[at], each);
        else assert.match(this.said[at] ?? "", each);
      }
      return Promise.resolve();
    });
  }

  /** The form is to be opened at an artifact, with this typed into it. */
  async opensWith({ artifactId }: ArtifactTarget, wish: Partial<Wish>): Promise<readonly unknown[]> {
    await assertSoon(() => {
      const [command, target, typed] = this.ran.at(-1) ?? [];
      assert.deepEqual(
        [command, (target as ArtifactTarget | undefined)?.artifactId],
        ["form.openWithEdit", artifactId],
      );
      assert.deepEqual({ ...(typed as Wish), ...wish }, typed);
      return Promise.resolve();
    });
    return this.ran.at(-1) ?? [];
  }

  async close(): Promise<void> {
    this.#restore();
    await this.desk.close();
  }

  /** What decisions need of other features. */
  #features(choose: Features["queries"]["chooseMe"]): Features {
    const form: Partial<Features["form"]> = {
      chooseArtifact: () => Promise.resolve(this.named),
      activeArtifact: () => Promise.resolve(undefined),
      openWithEdit: (...given) => Promise.resolve(void this.ran.push(["form.openWithEdit", ...given])),
      forms: () => Promise.resolve(this.desk.forms()),
    };
    const table: Features["table"] = {
      openChange: (change) => Promise.resolve(void this.ran.push(["table.openChange", change])),
      selection: () => Promise.resolve(undefined),
    };
    const tree: Partial<Features["tree"]> = { selection: () => this.selection };
    const queries: Partial<Features["queries"]> = { chooseMe: choose };
    return { form, table, tree, queries } as Features;
  }

  #hearing(): Hearing {
    return {
      manners: {
        press: () => undefined,
        pick: (labels) => labels.findIndex((label) => label.startsWith(this.pick)),
        type: () => this.typing,
      },
      hear: () => undefined,
      hearRows: (_where, rows) => {
        this.offered.push(
          rows.map((row) =>
            typeof row === "string" ? row : [row.label, row.description ?? ""].join(" ").trim(),
          ),
        );
      },
    };
  }

  async #say(text: string, given: readonly unknown[]): Promise<unknown> {
    const [options] = given;
    const detail =
      typeof options === "object" && options !== null && "detail" in options ? String(options.detail) : "";
    this.said.push([text, detail].filter((part) => part !== "").join("\n"));
    await this.whileAsked(text);
    return this.press.find((button) => given.includes(button));
  }
}
