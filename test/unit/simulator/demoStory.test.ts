import assert from "node:assert/strict";
import { join } from "node:path";
import { createDemoRepository } from "../../demo/demoRepository.ts";
import { getStoryId } from "../../simulator/demo/story/storyIds.ts";
import type { Simulator } from "../../simulator/simulator.ts";
import { createTemporaryFolder } from "../../support/cleanup.ts";
import { runCommand } from "../../support/processes.ts";
import { getList, getMilestoneIds, getObject } from "./boards.ts";
import { useSimulators } from "./useSimulators.ts";

const firstId = getStoryId("epicHandover");
const lastId = getStoryId("balticTiles");
const day = 24 * 60 * 60 * 1000;

interface HistoryEntry {
  readonly submitted_on: string;
  readonly last_comment: { readonly body: string };
}

function findReferences(text: string): readonly number[] {
  return Array.from(text.matchAll(/art #(\d+)/g), ([, id]) => Number(id));
}

describe("simulator: the story of the demo", () => {
  const start = useSimulators();
  let simulator: Simulator;

  beforeEach(async () => {
    simulator = await start({ dialect: "product", demo: true });
  });

  async function getHistory(id: number): Promise<readonly HistoryEntry[]> {
    const entries = await getList(simulator, `/artifacts/${id}/changesets?limit=50`);
    return entries as unknown as readonly HistoryEntry[];
  }

  it("covers the last weeks until now, in the order of ids, and older artifacts come before it", async () => {
    let previous = 0;
    for (let id = firstId; id <= lastId; id += 1) {
      const dates = (await getHistory(id)).map(({ submitted_on }) => Date.parse(submitted_on));
      assert.ok((dates[0] ?? 0) >= previous, `artifact ${id} is older than the one before it`);
      previous = dates[0] ?? 0;
      assert.deepEqual(
        dates,
        dates.toSorted((a, b) => a - b),
        `the history of artifact ${id}`,
      );
      assert.ok((dates.at(-1) ?? 0) <= Date.now(), `artifact ${id} is from the future`);
    }
    assert.ok(Date.now() - previous < day);
    const [before] = await getHistory(firstId - 1);
    assert.ok(Date.parse(before?.submitted_on ?? "") < Date.now() - 42 * day);
  });

  it("has comments that mention artifacts which existed at that time", async () => {
    let count = 0;
    for (let id = firstId; id <= lastId; id += 1) {
      for (const { submitted_on, last_comment } of await getHistory(id)) {
        for (const mentioned of findReferences(last_comment.body)) {
          count += 1;
          assert.ok(mentioned >= firstId && mentioned <= lastId, `${mentioned} in artifact ${id}`);
          const [creation] = await getHistory(mentioned);
          assert.ok(
            Date.parse(creation?.submitted_on ?? "") < Date.parse(submitted_on),
            `${mentioned} in artifact ${id}`,
          );
        }
      }
    }
    assert.ok(count > 0);
  });

  it("has a sprint under way, with open and closed work", async () => {
    const sprint = (await getMilestoneIds(simulator, 101)).get("Sprint 13");
    const { start_date, end_date } = await getObject(simulator, `/milestones/${sprint}`);
    assert.ok(Date.parse(String(start_date)) < Date.now() && Date.now() < Date.parse(String(end_date)));
    const content = await getList(simulator, `/milestones/${sprint}/content?limit=50`);
    assert.equal(content.length, 10);
    assert.deepEqual(new Set(content.map(({ status }) => status)), new Set(["Open", "Closed"]));
  });

  it("has commits that mention artifacts: those of fixed bugs are closed, the last one isn't", async () => {
    const folder = join(createTemporaryFolder(), "open-tides");
    await createDemoRepository(folder);
    const log = await runCommand("git", ["log", "--format=%B%x00"], { cwd: folder });
    const messages = log.split("\0");
    const mentioned = messages.flatMap((message) =>
      findReferences(message).map((id) => ({ id, closes: /(?:Fixes|Closes) art/.test(message) })),
    );
    assert.ok(mentioned.length >= 7);
    for (const { id, closes } of mentioned) {
      const { status } = await getObject(simulator, `/artifacts/${id}`);
      assert.equal(status === "Fixed", closes, `artifact ${id} is ${String(status)}`);
    }
  });
});
