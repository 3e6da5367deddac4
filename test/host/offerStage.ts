// What happens around commits, in copies of its own beside the extension under test: here each question is answered by the
// test, and what is decided goes to a simulated server that somebody is signed in to.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { CommitsContext } from "../../src/features/commits/commitsContext.ts";
import { openWorkplace } from "../../src/features/commits/feature.ts";
import { GitHere } from "../../src/features/commits/gitExtension.ts";
import { CommitWatch, offerAfterCommits } from "../../src/features/commits/scmInput/afterCommit.ts";
import { BoxFilling } from "../../src/features/commits/scmInput/prefill.ts";
import { ReferenceTexts } from "../../src/features/commits/scmInput/referenceTexts.ts";
import { rescueMessages } from "../../src/features/commits/scmInput/rescueMessage.ts";
import { Concerns } from "../../src/features/triage/concern.ts";
import { carryOut } from "../../src/features/triage/decided.ts";
import { decideAsked } from "../../src/features/triage/feature.ts";
import { untouched } from "../../src/model/form/draft.ts";
import { fieldOf } from "../../src/model/form/form.ts";
import { chosenIn, offersOf } from "../../src/model/form/offered.ts";
import type { Wish } from "../../src/model/triage/wish.ts";
import type { ArtifactTarget, CommandArguments } from "../../src/protocol/commands.ts";
import type { Features, Services } from "../../src/services.ts";
import { Emitter } from "../../src/store/emitter.ts";
import { RecentlyOpened } from "../../src/store/queries/recent.ts";
import { SearchScope } from "../../src/store/queries/titleSearch.ts";
import { Lookups } from "../../src/store/references/lookups.ts";
import { Proposals } from "../../src/store/references/proposals.ts";
import { Commands } from "../../src/vscode/commands.ts";
import { Boundary } from "../../src/vscode/errorHandler.ts";
import { Log } from "../../src/vscode/log.ts";
import type { Dialect } from "../simulator/simulator.ts";
import { Desk } from "../support/fixtures/formFixture.ts";
import { assertSoon } from "../support/wait.ts";
import { memory as newMemory } from "../unit/commits/memory.ts";
import { OpenedRepositories, type Place } from "./openedRepositories.ts";

/** Another value of the status than the one that it has. */
async function otherStatus(concerns: Concerns, target: ArtifactTarget): Promise<Wish> {
  const { form } = (await concerns.matter(target)) ?? assert.fail("no artifact");
  const field = fieldOf(form, form.promoted.status ?? assert.fail("no status")) ?? assert.fail("no field");
  const held = new Set(chosenIn(field.base).map(({ id }) => String(id)));
  const { id, label } =
    offersOf(form, untouched, field).find((offer) => !held.has(String(offer.id))) ?? assert.fail("no other");
  return { kind: "choices", field: { by: "role", role: "status" }, how: "set", values: [{ id, label }] };
}

export class OfferStage {
  readonly desk: Desk;
  readonly opened: OpenedRepositories;
  readonly context: CommitsContext;
  /** What was asked or said, by whomever. */
  readonly said: string[] = [];
  /** The commands that were run, and what was asked of other features. */
  readonly ran: (readonly unknown[])[] = [];
  /** The buttons that are pressed where they are offered. */
  press: readonly string[] = [];
  /** When they are pressed. */
  pressed: Promise<void> = Promise.resolve();
  readonly #close: () => void;

  private constructor(desk: Desk, opened: OpenedRepositories) {
    this.desk = desk;
    this.opened = opened;
    const { store } = desk;
    const log = new Log("Commits under test");
    const boundary = new Boundary(log, () => undefined);
    const concerns = new Concerns(store);
    const run = (command: readonly unknown[]): Promise<void> => this.#run(concerns, command);
    class Recorded extends Commands<CommandArguments> {
      override run(...command: readonly unknown[]): Promise<void> {
        return run(command);
      }
    }
    const memory = newMemory();
    const git = new GitHere();
    const services = {
      ...store,
      memory,
      commitsChanged: new Emitter<void>(),
      boundary,
      commands: new Recorded(boundary),
      features: this.#features(concerns),
    };
    const place = openWorkplace(services, git);
    const { workplace, gitRepositories, active } = place;
    const lookups = new Lookups(store.catalog, Date.now);
    const recent = new RecentlyOpened(memory);
    const proposals = new Proposals({ ...store, recent, scope: new SearchScope(memory), lookups });
    const texts = new ReferenceTexts(store.catalog, workplace, lookups);
    this.context = { ...services, git, gitRepositories, workplace, active, lookups, proposals, texts };
    const commits = new CommitWatch(workplace, boundary);
    const filling = new BoxFilling(this.context, commits);
    const ask = (text: string, ...given: unknown[]): Promise<string | undefined> => this.#ask(text, given);
    const { showErrorMessage, showWarningMessage, showInformationMessage } = vscode.window;
    Object.assign(vscode.window, {
      showErrorMessage: ask,
      showWarningMessage: ask,
      showInformationMessage: ask,
    });
    const all = vscode.Disposable.from(
      offerAfterCommits(this.context, commits, ask),
      rescueMessages(this.context, commits, filling),
      filling,
      commits,
      texts,
      place,
      lookups,
      git,
      log,
    );
    this.#close = () => {
      all.dispose();
      Object.assign(vscode.window, { showErrorMessage, showWarningMessage, showInformationMessage });
    };
  }

  static async open(dialect: Dialect): Promise<OfferStage> {
    const stage = new OfferStage(await Desk.open(dialect), await OpenedRepositories.open());
    await stage.context.git.settled();
    return stage;
  }

  /** The first of a tracker, after somebody has looked at its list: not every server tells what an artifact is of. */
  async artifactOf(trackerId: number): Promise<number> {
    const { store, site } = this.desk;
    const { client } = await store.connections.to(site);
    const { items } = await client.artifacts(await client.tracker(trackerId), { offset: 0 });
    store.catalog
      .of(site)
      .show({ trackerId, rows: () => items, invalidate: () => undefined, invalidateRow: () => undefined });
    const [row] = items;
    return row?.kind === "artifact" ? row.id : assert.fail("the tracker is empty");
  }

  async saidSoon(expected: readonly (string | RegExp)[]): Promise<void> {
    await assertSoon(() => {
      assert.equal(this.said.length, expected.length, this.said.join("\n"));
      for (const [at, each] of expected.entries()) {
        if (typeof each === "string") assert.equal(this.said[at], each);
        else assert.match(this.said[at] ?? "", each);
      }
      return Promise.resolve();
    });
  }

  async commit(place: Place, message: string): Promise<string> {
    await place.commit(message, { empty: true });
    return place.state.HEAD?.commit ?? assert.fail("no commit");
  }

  async close(): Promise<void> {
    await this.opened.closeAll();
    this.#close();
    await this.desk.close();
  }

  async #ask(text: string, given: readonly unknown[]): Promise<string | undefined> {
    this.said.push(text);
    await this.pressed;
    return this.press.find((button) => given.includes(button));
  }

  /** For what carries out edits: it uses the members of the context only. */
  get #services(): Services {
    const given: Partial<Services> = this.context;
    return given as Services;
  }

  /** What happens around commits needs these: edits are carried out as they are in the extension. */
  #features(concerns: Concerns): Features {
    const form: Partial<Features["form"]> = {
      openWithEdit: (...given) => Promise.resolve(void this.ran.push(["form.openWithEdit", ...given])),
    };
    const triage: Partial<Features["triage"]> = {
      saveEdit: (target, edit, done) => {
        this.ran.push(["triage.saveEdit", target, edit, done]);
        return decideAsked(this.#services, concerns, target, edit, done);
      },
    };
    return { form, triage } as Features;
  }

  /** A status is set as the command does it, but for the question which one. */
  async #run(concerns: Concerns, command: readonly unknown[]): Promise<void> {
    this.ran.push(command);
    const [name, given] = command;
    if (name !== "artifacts.setStatus") return;
    const target = given as ArtifactTarget;
    const wish = await otherStatus(concerns, target);
    const matter = (await concerns.matter(target)) ?? assert.fail("no artifact");
    await carryOut(this.#services, matter, { wish });
  }
}
