import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { difference, DraftWatch, Unsent } from "../../../src/features/tree/drafts.ts";
import { Drafts } from "../../../src/store/drafts.ts";
import type { KeptDraft } from "../../../src/store/keptDraft.ts";
import { about, line, typed } from "./keptDrafts.ts";

const api = "https://a.example/api";
const one = typed(about(api, 1));
const other = typed(about(api, 2));

describe("what differs between drafts", () => {
  it("is everything when one comes or goes, only drafts when one is typed on, else nothing", () => {
    const later = { ...one, changedAt: 5 };
    const longer = typed(about(api, 1), { inputs: [line(1, "x"), line("comment", "y")] });
    assert.equal(difference([], []), "nothing");
    assert.equal(difference([one, other], [typed(about(api, 1)), other]), "nothing");
    assert.equal(difference([], [one]), "everything");
    assert.equal(difference([one, other], [other]), "everything");
    assert.equal(difference([one], [other]), "everything");
    assert.equal(difference([one], [later]), "drafts");
    assert.equal(difference([one], [longer]), "drafts");
    assert.equal(difference([one, other], [other, one]), "drafts");
  });
});

describe("watching drafts", () => {
  let drafts: readonly KeptDraft[];
  let reads: number;
  let looks: number;
  let drawn: string[];
  let watch: DraftWatch;
  let onEvent: () => void;

  /** Waits until what happened is enough. */
  function until(isEnough: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      onEvent = () => {
        if (isEnough()) resolve();
      };
      onEvent();
    });
  }

  /** Has the watch look by itself, and waits for that. */
  async function afterNews(tell: () => void): Promise<void> {
    const before = looks;
    tell();
    await until(() => looks > before);
  }

  function watching(read: () => Promise<readonly KeptDraft[]>, ageMs = 60_000): DraftWatch {
    return new DraftWatch({
      unsent: new Unsent(read),
      delayMs: 20,
      ageMs,
      redraw: (what) => {
        drawn.push(what);
        onEvent();
      },
      onLook: () => Promise.resolve(),
      start: (action) =>
        void action().then(() => {
          looks += 1;
          onEvent();
        }),
    });
  }

  beforeEach(() => {
    drafts = [];
    reads = 0;
    looks = 0;
    drawn = [];
    onEvent = () => undefined;
    watch = watching(() => {
      reads += 1;
      return Promise.resolve(drafts);
    });
  });
  afterEach(() => watch.dispose());

  it("never lets what an older look found take the place of what a newer one did", async () => {
    let badge = 0;
    let answer = (): void => undefined;
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    watch.dispose();
    watch = new DraftWatch({
      unsent: new Unsent(() => Promise.resolve(drafts)),
      delayMs: 20,
      ageMs: 60_000,
      redraw: () => undefined,
      // Whose drafts they are takes a while to find out, if there are any.
      onLook: async (all) => {
        if (all.length > 0) await isAnswered;
        badge = all.length;
      },
      start: (action) => {
        void action().then(() => {
          looks += 1;
          onEvent();
        });
        // By then the newer look is over, if it does not wait for the older one.
        setImmediate(answer);
      },
    });
    drafts = [one];
    const older = watch.look();
    drafts = [];
    watch.lookSoon();
    await older;
    await until(() => looks === 1);
    assert.equal(badge, 0);
  });

  it("draws once for a burst, and not at all where nothing differs", async () => {
    await watch.look();
    assert.deepEqual(drawn, []);
    drafts = [one];
    await afterNews(() => {
      for (let i = 0; i < 5; i += 1) watch.lookSoon();
    });
    assert.deepEqual([drawn, reads], [["everything"], 2]);
    await afterNews(() => watch.lookSoon());
    assert.deepEqual([drawn, reads], [["everything"], 3]);
    drafts = [{ ...one, changedAt: 7 }];
    await afterNews(() => watch.lookSoon());
    assert.deepEqual(drawn, ["everything", "drafts"]);
  });

  it("draws everything after something was written, though no draft differs", async () => {
    await watch.look();
    await afterNews(() => {
      watch.lookSoon("everything");
      watch.lookSoon();
    });
    assert.deepEqual(drawn, ["everything"]);
  });

  it("keeps ages right while there are drafts that somebody sees", async () => {
    watch.dispose();
    watch = watching(() => Promise.resolve(drafts), 5);
    watch.setVisible(true);
    await watch.look();
    assert.deepEqual(drawn, []);
    drafts = [one];
    watch.lookSoon();
    await until(() => drawn.length >= 3);
    assert.deepEqual(drawn.slice(0, 3), ["everything", "drafts", "drafts"]);
    watch.setVisible(false);
    drawn.length = 0;
    watch.setVisible(true);
    assert.deepEqual(drawn, ["drafts"]);
    watch.dispose();
    watch.lookSoon("everything");
    drawn.length = 0;
    watch.setVisible(true);
    assert.deepEqual(drawn, []);
  });

  it("hears of what any window brings to disk", async () => {
    const folder = await mkdtemp(join(tmpdir(), "artifacts-drafts-"));
    const window = (process: number): Drafts => new Drafts({ folder, process, isRunning: () => true });
    const [here, there] = [window(1), window(2)];
    watch.dispose();
    watch = watching(() => here.list());
    const listening = here.changed.listen(() => watch.lookSoon());
    try {
      await watch.look();
      const claim = await there.claim(one.subject);
      assert.ok(claim.kind === "ours");
      await claim.file.write({ ...one, holder: claim.file.holder });
      await until(() => drawn.length > 0);
      assert.deepEqual(drawn, ["everything"]);
      await here.discard(one.subject);
      await until(() => drawn.length > 1);
      assert.deepEqual(drawn, ["everything", "everything"]);
    } finally {
      listening.dispose();
      watch.dispose();
      here.dispose();
      there.dispose();
      await rm(folder, { recursive: true });
    }
  });
});
