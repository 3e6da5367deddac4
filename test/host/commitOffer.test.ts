// What is offered after a commit. The offer is a copy of its own, beside the one of the extension under test: here it is
// answered by the test.
import assert from "node:assert/strict";
import { offerAfterCommits } from "../../src/commits/box/afterCommit.ts";
import { CommitWatch } from "../../src/commits/box/commitWatch.ts";
import { GitHere } from "../../src/commits/gitHere.ts";
import { openWorkplace } from "../../src/commits/openWorkplace.ts";
import { Boundary } from "../../src/platform/boundary.ts";
import { Commands } from "../../src/platform/commands.ts";
import { Log } from "../../src/platform/log.ts";
import type { CommandAnswers, CommandArguments } from "../../src/protocol/commands.ts";
import { Emitter } from "../../src/store/emitter.ts";
import { RecentlyOpened } from "../../src/store/queries/recent.ts";
import { SearchScope } from "../../src/store/queries/searchScope.ts";
import { Lookups } from "../../src/store/references/lookups.ts";
import { Proposals } from "../../src/store/references/proposals.ts";
import { openStore } from "../support/openStore.ts";
import { assertSoon } from "../support/soon.ts";
import { memory as newMemory } from "../unit/commits/memory.ts";
import { CommitStage, type Place, set } from "./commitStage.ts";

describe("after a commit", () => {
  let stage: CommitStage;
  let asked: string[];
  let press: string | undefined;
  let ran: (readonly unknown[])[];
  let close: () => void;

  beforeEach(async () => {
    stage = await CommitStage.open();
    [asked, press, ran] = [[], undefined, []];
    const log = new Log("Offer under test");
    const boundary = new Boundary(log, () => undefined);
    class Recorded extends Commands<CommandArguments, CommandAnswers> {
      override run(...command: readonly unknown[]): Promise<void> {
        ran.push(command);
        return Promise.resolve();
      }
    }
    const memory = newMemory();
    const { sites, catalog, pins } = openStore([{ url: stage.server.url, label: "Demo" }]);
    const [git, commitsChanged, recent] = [new GitHere(), new Emitter<void>(), new RecentlyOpened(memory)];
    const commands = new Recorded(boundary);
    const shared = { sites, catalog, pins, recent, memory, git, commitsChanged, boundary, commands };
    const opened = openWorkplace(shared);
    const { workplace } = opened;
    const lookups = new Lookups(catalog, Date.now);
    const proposals = new Proposals({ ...shared, scope: new SearchScope(memory), lookups });
    const commits = new CommitWatch(workplace, boundary);
    const offering = offerAfterCommits({
      ...shared,
      workplace,
      lookups,
      proposals,
      commits,
      ask: (text) => {
        asked.push(text);
        return Promise.resolve(press);
      },
    });
    await git.settled();
    close = () => [offering, commits, opened, lookups, git, log].forEach((each) => each.dispose());
  });
  afterEach(async () => {
    await set("commit.offer", undefined);
    await stage.closeRepositories();
    close();
    await stage.close();
  });

  async function askedSoon(count: number): Promise<void> {
    await assertSoon(() => Promise.resolve(assert.equal(asked.length, count)));
  }

  async function commit(place: Place, message: string): Promise<string> {
    await place.commit(message, { empty: true });
    return place.state.HEAD?.commit ?? assert.fail("no commit");
  }

  it("a comment tells hash, branch and subject, and means nothing else", async () => {
    const { id, title } = stage.bug("open");
    const { place } = await stage.repository("comment", `tuleap-${id}-x`);
    press = "Add Comment";
    const hash = await commit(place, `Mend *lamps*\n\nart #${id}`);
    await askedSoon(1);
    assert.equal(asked[0], `Commit ${hash.slice(0, 10)} mentions #${id} ${title}.`);
    await assertSoon(() => Promise.resolve(assert.equal(ran.length, 1)));
    const [command, target, wish] = ran[0] ?? [];
    const { artifactId } = target as { readonly artifactId: number };
    assert.deepEqual([command, artifactId], ["artifacts.decide", id]);
    assert.deepEqual(wish, {
      kind: "comment",
      source: `Commit \`${hash}\` on tuleap\\-${id}\\-x: Mend \\*lamps\\*`,
      format: "commonmark",
    });
  });

  it("nothing is offered for other commits: amended, about nothing, about what is not there", async () => {
    const { id } = stage.bug("open");
    const { place } = await stage.repository("others");
    await commit(place, `Mend\n\nart #${id}`);
    await askedSoon(1);
    await place.commit(`Mend again\n\nart #${id}`, { amend: true, empty: true });
    await commit(place, "Mend");
    await commit(place, "Mend\n\nart #987654");
    const last = await commit(place, `Last\n\nart #${id}`);
    await assertSoon(() =>
      Promise.resolve(assert.ok(asked.at(-1)?.startsWith(`Commit ${last.slice(0, 10)}`))),
    );
    assert.equal(asked.length, 2);
  });

  it("nothing is offered where that is not wanted: by setting, or never again in a repository", async () => {
    const { id } = stage.bug("open");
    const [{ place: one }, { place: other }] = [
      await stage.repository("never"),
      await stage.repository("elsewhere"),
    ];
    await set("commit.offer", false);
    await commit(one, `First\n\nart #${id}`);
    await set("commit.offer", undefined);
    press = "Never for This Repository";
    const second = await commit(one, `Second\n\nart #${id}`);
    await askedSoon(1);
    assert.ok(asked[0]?.startsWith(`Commit ${second.slice(0, 10)}`));
    await commit(one, `Third\n\nart #${id}`);
    press = "Set Status…";
    await commit(other, `Fourth\n\nart #${id}`);
    await askedSoon(2);
    await assertSoon(() => Promise.resolve(assert.deepEqual(ran[0]?.[0], "artifacts.setStatus")));
    assert.equal(asked.length, 2);
  });
});
