import assert from "node:assert/strict";
import type { Simulator } from "../../simulator/simulator.ts";
import { ask, problem, rows, tell, withKey } from "./asking.ts";
import { artifactAt, formOf, idIn } from "./form.ts";
import type { Entry } from "./form.ts";
import { perTest } from "./perTest.ts";

interface Told {
  readonly id: number;
  readonly submitted_by: number;
  readonly submitted_on: string;
  readonly last_comment: {
    readonly body: string;
    readonly post_processed_body: string;
    readonly format: string;
    readonly commonmark?: string;
    readonly ugroups: readonly { readonly label: string }[] | null;
  };
  readonly last_modified_date: string;
  readonly values: readonly Entry[];
}

type Role = "admin" | "member" | "outsider";

async function changesets(simulator: Simulator, id: number, query = "", role: Role = "admin") {
  const headers = withKey(simulator.accounts[role]);
  const reply = await ask(simulator, `/api/artifacts/${id}/changesets${query}`, { headers });
  return { ...reply, told: reply.data as readonly Told[], size: Number(reply.headers["x-pagination-size"]) };
}

function told(values: readonly Entry[], field: number): unknown {
  return values.find(({ field_id }) => field_id === field)?.["value"];
}

/** The time of the server in histories, that of the account where a burndown is drawn. */
function inOneZone(values: readonly Entry[] | undefined): readonly object[] | undefined {
  const isDate = ({ type }: Entry): boolean => ["date", "subon", "lud"].includes(String(type));
  return values?.map((each) => (isDate(each) ? { ...each, value: Date.parse(String(each["value"])) } : each));
}

async function newBug(simulator: Simulator) {
  const form = await formOf(simulator, 11);
  const field = form.id("title");
  const { data } = await tell(simulator, "POST", "/artifacts", {
    tracker: { id: 11 },
    values: [{ field_id: field, value: "First" }],
  });
  return { id: (data as { readonly id: number }).id, field, customer: form.id("customer") };
}

describe("simulator: the history of an artifact", () => {
  const start = perTest();

  it("begins with its creation and has one entry for each write, with the values as of then", async () => {
    const simulator = await start({ dialect: "product" });
    const { id, field } = await newBug(simulator);
    for (const value of ["Second", "Third"]) {
      simulator.clock.advance(60_000);
      simulator.write(id, { values: [{ field_id: field, value }] });
    }
    const { told: history, size } = await changesets(simulator, id);
    assert.deepEqual(
      [size, ...history.map(({ submitted_by, values }) => [submitted_by, told(values, field)])],
      [3, [102, "First"], [103, "Second"], [103, "Third"]],
    );
    assert.deepEqual(
      history.map(({ last_comment }) => last_comment),
      [
        { body: "", post_processed_body: "", format: "text", ugroups: null },
        ...Array.from({ length: 2 }, () => ({
          body: "",
          post_processed_body: "",
          format: "html",
          commonmark: "",
          ugroups: null,
        })),
      ],
    );
  });

  it("tells comments in the form of their format, scripts taken out only where they are processed", async () => {
    const simulator = await start({ dialect: "product" });
    const { id } = await newBug(simulator);
    simulator.write(id, { values: [], comment: { body: "a < b", format: "text" } });
    simulator.write(id, {
      values: [],
      comment: { body: "<b>x</b><script>y</script><i onclick='z()'>w</i>", format: "html" },
    });
    simulator.write(id, { values: [], comment: { body: "**bold**", format: "commonmark" } });
    const { told: history, size } = await changesets(simulator, id, "?fields=comments");
    assert.equal(size, 4);
    assert.deepEqual(
      history.map(({ last_comment, values }) => [last_comment, values]),
      [
        [{ body: "a < b", post_processed_body: "a &lt; b", format: "text", ugroups: null }, []],
        [
          {
            body: "<b>x</b><script>y</script><i onclick='z()'>w</i>",
            post_processed_body: "<b>x</b><i>w</i>",
            format: "html",
            ugroups: null,
          },
          [],
        ],
        [
          {
            body: "<p><strong>bold</strong></p>\n",
            post_processed_body: "<p><strong>bold</strong></p>\n",
            format: "html",
            commonmark: "**bold**",
            ugroups: null,
          },
          [],
        ],
      ],
    );
  });

  it("turns each page around by itself: the oldest come first whatever the order", async () => {
    const simulator = await start({ dialect: "product" });
    const { id, field } = await newBug(simulator);
    for (const value of ["2", "3", "4"]) simulator.write(id, { values: [{ field_id: field, value }] });
    const titles = async (query: string): Promise<readonly unknown[]> =>
      (await changesets(simulator, id, query)).told.map(({ values }) => told(values, field));
    assert.deepEqual(await titles("?limit=3&order=asc"), ["First", "2", "3"]);
    assert.deepEqual(await titles("?limit=3&order=desc"), ["3", "2", "First"]);
    assert.deepEqual(await titles("?limit=3&offset=3&order=desc"), ["4"]);
    assert.deepEqual(await titles("?limit=3&offset=9"), []);
  });

  it("leaves out what has nothing to show to the viewer, but counts it", async () => {
    const simulator = await start({ dialect: "product" });
    const { id, customer } = await newBug(simulator);
    simulator.write(id, { values: [{ field_id: customer, value: "Port of Brest" }] });
    for (const [role, entries] of [
      ["member", 2],
      ["outsider", 1],
    ] as const) {
      const { told: history, size } = await changesets(simulator, id, "", role);
      assert.deepEqual([history.length, size], [entries, 2], role);
    }
  });

  it("keeps a private comment to its groups and to administrators", async () => {
    const simulator = await start({ dialect: "product" });
    const { id } = await newBug(simulator);
    const comment = { body: "Quiet", format: "text" } as const;
    simulator.write(id, { values: [], comment: { ...comment, onlyFor: ["members"] } });
    simulator.write(id, { values: [], comment: { ...comment, onlyFor: ["administrators"] } });
    const groups = async (role: Role): Promise<readonly unknown[]> =>
      (await changesets(simulator, id, "?fields=comments", role)).told.map(({ last_comment }) =>
        last_comment.ugroups?.map(({ label }) => label),
      );
    assert.deepEqual(await groups("admin"), [["Project members"], ["Project administrators"]]);
    assert.deepEqual(await groups("member"), [["Project members"]]);
    assert.deepEqual(await groups("outsider"), []);
  });

  it("is there for generated artifacts too, ends with what they are, and goes on with what is written", async () => {
    const simulator = await start({ dialect: "product" });
    const lengths = new Set<number>();
    const formats = new Set<string>();
    let whispers = 0;
    for (const tracker of [11, 12, 13, 22, 31]) {
      for (let place = 0; place < 20; place += 1) {
        const id = await idIn(simulator, tracker, place);
        const { artifact, headers } = await artifactAt(simulator, id);
        const { told: history, size } = await changesets(simulator, id);
        const [first, last] = [history[0], history.at(-1)];
        assert.deepEqual(inOneZone(last?.values), inOneZone(artifact.values), `${tracker} ${place}`);
        assert.ok(last !== undefined);
        assert.equal(String(Date.parse(last.submitted_on) / 1000), headers["etag"]);
        const dates = history.map(({ submitted_on }) => Date.parse(submitted_on));
        assert.deepEqual(
          dates,
          dates.toSorted((one, other) => one - other),
        );
        assert.deepEqual(first?.last_comment.body, "");
        assert.equal(size, history.length);
        lengths.add(size);
        for (const { last_comment } of history) {
          if (last_comment.body === "") continue;
          formats.add(last_comment.commonmark === undefined ? last_comment.format : "commonmark");
          if (last_comment.ugroups !== null) whispers += 1;
        }
      }
    }
    assert.deepEqual(lengths, new Set([1, 2, 3, 4, 5]));
    assert.deepEqual(formats, new Set(["commonmark", "html", "text"]));
    assert.ok(whispers > 0);

    const id = await idIn(simulator, 11);
    const before = await changesets(simulator, id);
    simulator.write(id, { values: [], comment: { body: "One more", format: "text" } });
    const after = await changesets(simulator, id);
    assert.deepEqual(
      after.told.slice(0, -1).map((each) => each.id),
      before.told.map((each) => each.id),
    );
    assert.equal(after.told.at(-1)?.last_comment.body, "One more");
    assert.ok((after.told.at(-1)?.id ?? 0) > (before.told.at(-1)?.id ?? 0));
  });

  it("tells links that arrive, and who touched it last, as of now", async () => {
    const simulator = await start({ dialect: "product" });
    const { id } = await newBug(simulator);
    const other = await newBug(simulator);
    const links = (await formOf(simulator, 11)).id("related");
    simulator.write(other.id, { values: [{ field_id: links, links: [{ id }] }] });
    simulator.write(id, { values: [], comment: { body: "Seen", format: "text" } });
    const { told: history } = await changesets(simulator, id);
    const toucher = (await formOf(simulator, 11)).id("last_update_by");
    assert.equal((told(history[0]?.values ?? [], toucher) as { readonly id: number }).id, 103);
    const reverse = history[0]?.values.find(({ field_id }) => field_id === links)?.["reverse_links"];
    assert.deepEqual(
      (reverse as readonly { readonly id: number }[]).map((link) => link.id),
      [other.id],
    );
  });

  it("refuses what its parameters forbid, and follows the rights of the artifact", async () => {
    const simulator = await start({ dialect: "product" });
    const id = await idIn(simulator, 11);
    for (const query of ["?limit=51", "?limit=0", "?fields=nope", "?order=sideways", "?offset=-1"]) {
      assert.equal((await changesets(simulator, id, query)).status, 400, query);
    }
    assert.equal((await changesets(simulator, 9_999_999)).status, 404);
    assert.equal((await changesets(simulator, await idIn(simulator, 22), "", "outsider")).status, 403);
    const gone = await idIn(simulator, 11, 3);
    simulator.removeArtifact(gone);
    assert.deepEqual(problem(await changesets(simulator, gone)), [404, "Not Found"]);
  });

  it("is made for any of 10,000 artifacts when somebody asks for it", async () => {
    const simulator = await start({ dialect: "product", artifacts: 10_000 });
    const headers = withKey(simulator.accounts.admin);
    const page = await ask(simulator, "/api/trackers/11/artifacts?limit=1&offset=9999", { headers });
    const id = rows(page)[0]?.id ?? 0;
    const { told: history } = await changesets(simulator, id);
    assert.deepEqual(history.at(-1)?.values, (await artifactAt(simulator, id)).artifact.values);
  });

  it("documented: is not there", async () => {
    const simulator = await start({ dialect: "documented" });
    const { status } = await changesets(simulator, await idIn(simulator, 11));
    assert.equal(status, 404);
  });
});
