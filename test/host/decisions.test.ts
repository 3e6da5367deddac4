import assert from "node:assert/strict";
import type { DecisionTarget } from "../../src/protocol/commands.ts";
import { oneOf, type as typeInto } from "../support/fixtures/formFixture.ts";
import { assertSoon, until } from "../support/wait.ts";
import { DecisionStage } from "./decisionStage.ts";

const [bugs, requests] = [11, 12];

describe("decisions about an artifact", () => {
  let stage: DecisionStage;

  before(async () => {
    stage = await DecisionStage.open("product");
  });
  beforeEach(() => stage.forget());
  after(() => stage.close());

  it("set its status to another one, say so, and take it back", async () => {
    const lamp = await stage.lamp();
    stage.pick = "Broken";
    stage.press = ["Undo"];
    const during: unknown[] = [];
    stage.whileAsked = async () => during.push(await stage.statusOf(lamp));
    await stage.decisions.status(lamp);
    await stage.saidSoon(`#${lamp.artifactId} Pier lamp: Status is now Broken.`);
    assert.deepEqual(stage.offered, [["Lit now", "Flickering", "Broken"]]);
    await assertSoon(async () => {
      assert.deepEqual(during, ["Broken"]);
      assert.equal(await stage.statusOf(lamp), "Lit");
    });
  });

  it("offer only what the workflow allows", async () => {
    const received = (await stage.rows(requests)).find(({ artifact }) => artifact?.status === "Received");
    stage.pick = "no such status";
    await stage.decisions.status(received ?? assert.fail("no request was received"));
    const [offered = []] = stage.offered;
    assert.ok(offered.includes("Received now") && offered.includes("Accepted"), offered.join());
    assert.ok(!offered.includes("Answered"), offered.join());
    assert.deepEqual(stage.said, []);
  });

  it("ask first where someone has changed it since it was shown", async () => {
    const lamp = await stage.lamp();
    stage.theyRetitle(lamp, "Lamp that matters");
    stage.pick = "Broken";
    const question = new RegExp(
      `^#${lamp.artifactId} Lamp that matters was changed since it was shown to you\\.\\nNow: .*Lamp that matters`,
    );
    const { writes } = stage;
    await stage.decisions.status(lamp);
    await stage.saidSoon(question);
    assert.deepEqual([stage.writes - writes, await stage.statusOf(lamp)], [0, "Lit"]);
    stage.forget();
    stage.press = ["Change It All the Same"];
    await stage.decisions.status(lamp);
    await stage.saidSoon(question, /Status is now Broken\.$/);
    assert.equal(await stage.statusOf(lamp), "Broken");
  });

  it("give it to oneself, and to nobody", async () => {
    const [bug = assert.fail("no bug")] = await stage.rows(bugs);
    const { admin } = stage.desk.server.accounts;
    const assignees = async (): Promise<readonly number[]> => {
      const held = (await stage.held(bug.artifactId))?.["assignees"];
      return (held as readonly { readonly id: number }[]).map(({ id }) => id);
    };
    await stage.decisions.assignToMe(bug);
    assert.ok((await assignees()).includes(admin.id));
    stage.forget();
    stage.pick = "Nobody";
    await stage.decisions.assign(await stage.row(bugs, bug.artifactId));
    const now = stage.offered.flat().filter((row) => row.endsWith(" now"));
    assert.ok(now.length === 1 && now[0]?.startsWith(admin.realName), now.join());
    assert.deepEqual(await assignees(), []);
  });

  it("for several open the table that changes many, with what is known already", async () => {
    const several = [await stage.lamp(), await stage.lamp()];
    const [first] = several;
    const { admin } = stage.desk.server.accounts;
    await stage.decisions.status(first, several);
    await stage.comments.add(first, several);
    await stage.decisions.changeMany(first, several);
    await stage.decisions.assignToMe(first, several);
    const change = (role?: string, values?: unknown): unknown => ({
      artifacts: several,
      ...(role !== undefined && { field: { by: "role", role } }),
      ...(values !== undefined && { values }),
    });
    const me = [{ id: admin.id, label: admin.realName }];
    assert.deepEqual(
      stage.ran,
      [change("status"), change(), change(), change("assignee", me)].map((each) => [
        "table.openChange",
        each,
      ]),
    );
    await stage.links.link(first, several);
    assert.deepEqual(stage.said, ["Links are made one by one: select one artifact."]);
    assert.deepEqual([stage.offered, stage.typedInto], [[], 0]);
  });

  const ways: Readonly<
    Record<
      string,
      (...given: [DecisionTarget | { view: "artifacts.tree" }, DecisionTarget[]?]) => Promise<void>
    >
  > = {
    "a status": (...given) => stage.decisions.status(...given),
    "an assignee": (...given) => stage.decisions.assign(...given),
    "oneself as assignee": (...given) => stage.decisions.assignToMe(...given),
    "any field": (...given) => stage.decisions.changeMany(...given),
    "a comment": (...given) => stage.comments.add(...given),
    "a link": (...given) => stage.links.link(...given),
    "a deletion": (...given) => stage.deleting.remove(...given),
  };

  for (const [what, decide] of Object.entries(ways)) {
    it(`are not made about artifacts of several sites, or about none, and why is said (${what})`, async () => {
      const here = (await stage.rows(stage.lamps.id))[0] ?? assert.fail("no lamp");
      const elsewhere = { ...here, siteApi: "https://elsewhere.example/api" };
      const { writes } = stage;
      await decide(here, [here, elsewhere]);
      stage.selection = [here, elsewhere];
      await decide({ view: "artifacts.tree" });
      stage.selection = [];
      await decide({ view: "artifacts.tree" });
      const several = "These artifacts are on several sites: select those of one.";
      assert.deepEqual(stage.said, [several, several, "Select an artifact first."]);
      assert.deepEqual([stage.offered, stage.typedInto, stage.ran, stage.writes], [[], 0, [], writes]);
    });
  }

  it("never take the place of what is typed in the form", async () => {
    const lamp = await stage.lamp();
    const editing = await stage.desk.open(stage.desk.subject(lamp.artifactId), stage.lamps.id);
    typeInto(editing, "status", oneOf(editing, "status", "Flickering"));
    stage.press = ["Show It"];
    await stage.decisions.status(lamp);
    await stage.saidSoon(
      `You have changed Status in the form of #${lamp.artifactId} Pier lamp and not saved it: change it there.`,
    );
    assert.deepEqual([stage.offered, await stage.statusOf(lamp)], [[], "Lit"]);
    await assertSoon(() => {
      const [command, target] = stage.ran.at(-1) ?? [];
      assert.deepEqual(
        [command, (target as DecisionTarget | undefined)?.artifactId],
        ["artifacts.openArtifact", lamp.artifactId],
      );
      return Promise.resolve();
    });
  });

  it("that someone is faster than go on in the form, with what was there when they were made", async () => {
    const lamp = await stage.lamp();
    stage.meanwhile(() => stage.theyRetitle(lamp, "Theirs"));
    stage.pick = "Broken";
    stage.press = ["Open and Resolve"];
    await stage.decisions.status(lamp);
    await stage.saidSoon(/^Someone was faster: /);
    const [, , wish, before] = await stage.opensWith(lamp, { kind: "choices" });
    assert.deepEqual(
      [wish, before].map((each) => JSON.stringify(each).match(/Lit|Flickering|Broken/g)),
      [["Broken"], ["Lit"]],
    );
    assert.equal(await stage.statusOf(lamp), "Lit");
  });

  it("link it to another one, and take that back, but never to itself", async () => {
    const [from, to] = [await stage.lamp(), await stage.lamp()];
    const linked = async (): Promise<readonly unknown[]> => {
      const values = (await stage.held(from.artifactId))?.["values"] as readonly {
        readonly field_id: number;
        readonly links?: readonly { readonly id: number; readonly type?: string | null }[];
      }[];
      const field = values.find(({ field_id }) => field_id === stage.lamps.fieldId("links"));
      return (field?.links ?? []).map(({ id, type }) => [id, type ?? ""]);
    };
    stage.named = from;
    await stage.links.link(from);
    assert.deepEqual(stage.said, ["An artifact can't be linked to itself: choose another one."]);
    assert.deepEqual(await linked(), []);
    stage.forget();
    stage.named = to;
    stage.pick = "Blocks";
    stage.press = ["Undo"];
    const during: unknown[] = [];
    stage.whileAsked = async () => during.push(await linked());
    await stage.links.link(from);
    await stage.saidSoon(`#${from.artifactId} Pier lamp is linked to #${to.artifactId} now.`);
    assert.deepEqual(stage.offered, [["Linked to", "Blocks"]]);
    await assertSoon(async () => {
      assert.deepEqual(during, [[[to.artifactId, "blocks"]]]);
      assert.deepEqual(await linked(), []);
    });
  });
});

describe("a comment in passing", () => {
  let stage: DecisionStage;

  const drafts = async (): Promise<readonly unknown[]> =>
    (await stage.desk.folder.kept()).flatMap(({ draft }) =>
      draft.inputs.map(({ target, input }) => [target, input.kind === "text" ? input.source : input]),
    );

  afterEach(() => stage.close());

  it("is sent, and that is said", async () => {
    stage = await DecisionStage.open("product");
    const lamp = await stage.lamp();
    stage.typing = "The glass is cracked";
    await stage.comments.add(lamp);
    await stage.saidSoon(`Your comment on #${lamp.artifactId} Pier lamp was sent.`);
    assert.deepEqual(stage.commentsOn(lamp), ["The glass is cracked"]);
    await assertSoon(async () => assert.deepEqual(await drafts(), []));
  });

  it("is kept when the connection is cut, and goes on in the form", async () => {
    stage = await DecisionStage.open("product");
    const lamp = await stage.lamp();
    stage.typing = "Wires are loose";
    stage.press = ["Open"];
    stage.desk.server.faults.add({ method: "PUT", path: /artifacts/, fault: { kind: "drop" } });
    await stage.comments.add(lamp);
    await stage.saidSoon(/ Your comment on #\d+ Pier lamp is kept, but not sent\.$/);
    assert.deepEqual(await drafts(), [["comment", "Wires are loose"]]);
    await stage.opensWith(lamp, { kind: "comment", source: "" });
    assert.deepEqual(stage.commentsOn(lamp), []);
  });

  it("of several lines goes on in the form: a box would make one of them", async () => {
    stage = await DecisionStage.open("product");
    const lamp = await stage.lamp();
    const editing = await stage.desk.open(stage.desk.subject(lamp.artifactId), stage.lamps.id);
    typeInto(editing, "comment", { kind: "text", source: "First\nSecond", format: "commonmark" });
    await stage.comments.add(lamp);
    assert.equal(stage.typedInto, 0);
    await stage.opensWith(lamp, { kind: "comment", source: "" });
  });

  it("is not asked for where the server has none", async () => {
    stage = await DecisionStage.open("documented");
    await stage.comments.add(await stage.lamp());
    assert.deepEqual([stage.said, stage.typedInto], [[`${stage.desk.site.label} takes no comments.`], 0]);
  });
});

describe("an artifact that is to be deleted", () => {
  let stage: DecisionStage;

  afterEach(() => stage.close());

  it("stays where the person turns away, who was told what it means", async () => {
    stage = await DecisionStage.open("product");
    const lamp = await stage.lamp();
    await stage.deleting.remove(lamp);
    const [question = "", ...more] = stage.said;
    assert.ok(question.startsWith(`Delete #${lamp.artifactId} Pier lamp?\n`), question);
    assert.match(question, /Only administrators of the tracker may delete/);
    assert.match(question, /A daily limit applies/);
    assert.match(question, /Some servers archive what is deleted/);
    assert.doesNotMatch(question, /did not send/);
    assert.deepEqual([more, stage.writes, await stage.isThere(lamp)], [[], 0, true]);
  });

  it("is gone, and what is left of the limit is said; once that is reached it stays, until time has passed", async () => {
    stage = await DecisionStage.open("product", { deletionLimit: 1 });
    const [first, second] = [await stage.lamp(), await stage.lamp()];
    stage.press = ["Delete"];
    await stage.deleting.remove(first);
    await stage.deleting.remove(second);
    const name = (lamp: DecisionTarget): string => `#${lamp.artifactId} Pier lamp`;
    await stage.saidSoon(
      /^Delete /,
      `${name(first)} was deleted. 0 of 1 deletions within 24 hours are left.`,
      /^Delete /,
      `${name(second)} was not deleted. The limit of 1 deletions within 24 hours is reached.`,
    );
    assert.deepEqual([await stage.isThere(first), await stage.isThere(second)], [false, true]);
    stage.desk.server.clock.advance(25 * 60 * 60 * 1000);
    await stage.deleting.remove(second);
    assert.equal(await stage.isThere(second), false);
  });

  it("is shown first where someone has changed it", async () => {
    stage = await DecisionStage.open("product");
    const lamp = await stage.lamp();
    stage.press = ["Delete"];
    stage.whileAsked = (question) => {
      if (question.startsWith("Delete ")) stage.theyRetitle(lamp, "Lamp that matters");
    };
    await stage.deleting.remove(lamp);
    await stage.saidSoon(/^Delete /, /was changed since it was shown to you\.\nNow: .*Lamp that matters/);
    assert.equal(await stage.isThere(lamp), true);
    stage.forget();
    stage.press = ["Delete", "Delete All the Same"];
    await stage.deleting.remove(lamp);
    assert.equal(await stage.isThere(lamp), false);
  });

  it("is shown first among several too, while the others go", async () => {
    stage = await DecisionStage.open("product");
    const several = [await stage.lamp(), await stage.lamp()];
    const [first = assert.fail(), second = assert.fail()] = several;
    stage.press = ["Delete", "Delete All the Same"];
    const isThere = (lamp: DecisionTarget): Promise<boolean> => stage.isThere(lamp);
    let there: readonly boolean[] = [];
    stage.whileAsked = async (question) => {
      if (question.startsWith("Delete ")) stage.theyRetitle(second, "Lamp that matters");
      if (/was changed/.test(question)) there = await Promise.all(several.map(isThere));
    };
    await stage.deleting.remove(first, several);
    await stage.saidSoon(
      new RegExp(
        `^Delete 2 artifacts\\?\\n#${first.artifactId} Pier lamp\\n#${second.artifactId} Pier lamp\\n`,
      ),
      /was changed since it was shown to you\.\nNow: .*Lamp that matters/,
      /^2 artifacts were deleted\./,
    );
    assert.deepEqual(there, [false, true]);
    assert.equal(await stage.isThere(second), false);
  });

  it("is one of several that the limit is reached with: which were deleted is said, and what is left is shown", async () => {
    stage = await DecisionStage.open("product", { deletionLimit: 2 });
    const several = [await stage.lamp(), await stage.lamp(), await stage.lamp()];
    const [first = assert.fail(), second, third = assert.fail()] = several;
    stage.press = ["Delete", "Show What Is Left"];
    await stage.deleting.remove(first, several);
    const name = (lamp: DecisionTarget | undefined): string => `#${lamp?.artifactId} Pier lamp`;
    await stage.saidSoon(
      /^Delete 3 artifacts\?/,
      [
        "The limit of 2 deletions within 24 hours is reached. Deleted 2 of 3 artifacts.",
        `Deleted:\n${name(first)}\n${name(second)}\n`,
        `Not deleted:\n${name(third)}: The limit of 2 deletions within 24 hours is reached.`,
      ].join("\n"),
    );
    assert.deepEqual(await Promise.all(several.map((lamp) => stage.isThere(lamp))), [false, false, true]);
    const artifacts = [{ artifactId: third.artifactId, trackerId: stage.lamps.id }];
    assert.deepEqual(stage.ran, [
      ["artifacts.openTable", { kind: "selection", siteApi: stage.desk.site.api, artifacts }],
    ]);
  });

  it("leaves here what was typed about it, which is said before", async () => {
    stage = await DecisionStage.open("product");
    const lamp = await stage.lamp();
    const editing = await stage.desk.open(stage.desk.subject(lamp.artifactId), stage.lamps.id);
    typeInto(editing, "place", { kind: "line", text: "Under water" });
    await until("it is kept", () => editing.working.keep.kind === "kept");
    stage.press = ["Delete"];
    await stage.deleting.remove(lamp);
    assert.match(
      stage.said[0] ?? "",
      /What you typed about #\d+ Pier lamp and did not send stays on this machine\.$/,
    );
    assert.deepEqual([await stage.isThere(lamp), (await stage.desk.folder.kept()).length], [false, 1]);
  });

  it("stays where somebody else than an administrator wants to delete it, and why is said", async () => {
    stage = await DecisionStage.open("product", { as: "member" });
    const lamp = await stage.lamp();
    stage.press = ["Delete"];
    await stage.deleting.remove(lamp);
    await stage.saidSoon(
      /^Delete /,
      `#${lamp.artifactId} Pier lamp was not deleted. Only administrators of its tracker may delete it.`,
    );
    assert.equal(await stage.isThere(lamp), true);
  });
});
