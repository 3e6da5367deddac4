import assert from "node:assert/strict";
import type { Dialect } from "../../simulator/simulator.ts";
import { problem, tell, withKey } from "./asking.ts";
import { artifactAt, formOf, idIn } from "./form.ts";
import { perTest } from "./perTest.ts";

interface Link {
  readonly id: number;
  readonly type: string | null;
}

for (const dialect of ["product", "documented"] satisfies Dialect[]) {
  describe(`simulator: links (${dialect})`, () => {
    const start = perTest();

    async function stage() {
      const simulator = await start({ dialect });
      const field = (await formOf(simulator, 11)).id("related");
      const [own = 0, one = 0, two = 0] = await Promise.all(
        [50, 51, 52].map((place) => idIn(simulator, 11, place)),
      );
      const put = (entry: object, account = simulator.accounts.admin) =>
        tell(
          simulator,
          "PUT",
          `/artifacts/${own}`,
          { values: [{ field_id: field, ...entry }] },
          withKey(account),
        );
      const told = async (id: number, member: "links" | "reverse_links") => {
        const entry = (await artifactAt(simulator, id)).entry(field);
        const links = (entry?.[member] ?? []) as readonly Link[];
        return links.map((link): readonly [number, string] => [link.id, link.type ?? ""]);
      };
      return { simulator, field, own, one, two, put, told };
    }

    it("a list replaces the one before; the other ends know at once", async () => {
      const { own, one, two, put, told } = await stage();
      assert.equal(
        (
          await put({
            links: [
              { id: one, type: "_is_child" },
              { id: two, type: "custom" },
            ],
          })
        ).status,
        200,
      );
      assert.deepEqual(await told(own, "links"), [
        [one, "_is_child"],
        [two, "custom"],
      ]);
      assert.ok((await told(one, "reverse_links")).some(([id, type]) => id === own && type === "_is_child"));
      await put({ links: [{ id: two }] });
      assert.deepEqual(await told(own, "links"), [[two, ""]]);
      assert.ok(!(await told(one, "reverse_links")).some(([id]) => id === own));
      await put({ links: [] });
      assert.deepEqual(await told(own, "links"), []);
    });

    it("links that were there from the start go when they are left out", async () => {
      const { simulator, told } = await stage();
      const field = (await formOf(simulator, 11)).id("related");
      const from = await idIn(simulator, 11, 5);
      const target = (await told(from, "links"))[0]?.[0] ?? 0;
      assert.ok((await told(target, "reverse_links")).some(([id]) => id === from));
      await tell(simulator, "PUT", `/artifacts/${from}`, { values: [{ field_id: field, links: [] }] });
      assert.ok(!(await told(target, "reverse_links")).some(([id]) => id === from));
    });

    it("what is linked to what does not exist, or to itself, is refused", async () => {
      const { own, put, told } = await stage();
      const before = await told(own, "links");
      for (const id of [9_999_999, own]) {
        assert.match(problem(await put({ links: [{ id }] }))[1] ?? "", /^Bad Request: Related bugs: .*\n$/);
      }
      assert.deepEqual(await told(own, "links"), before);
    });

    it("what the writer can't see stays linked", async () => {
      const { simulator, own, one, put, told } = await stage();
      const hidden = await idIn(simulator, 11, 5);
      assert.equal((await put({ links: [{ id: hidden }] })).status, 200);
      assert.equal((await put({ links: [{ id: one }] }, simulator.accounts.member)).status, 200);
      assert.deepEqual(await told(own, "links"), [
        [hidden, ""],
        [one, ""],
      ]);
    });

    it("a deleted artifact takes its links along", async () => {
      const { simulator, own, one, put, told } = await stage();
      await put({ links: [{ id: one }] });
      await tell(simulator, "DELETE", `/artifacts/${own}`, undefined);
      assert.ok(!(await told(one, "reverse_links")).some(([id]) => id === own));
    });
  });
}

describe("simulator: links as only the product takes them", () => {
  const start = perTest();

  async function stage() {
    const simulator = await start({ dialect: "product" });
    const form = await formOf(simulator, 22);
    const field = form.id("tasks");
    const story = await idIn(simulator, 22, 3);
    const other = await idIn(simulator, 21, 7);
    const put = (entry: object) =>
      tell(simulator, "PUT", `/artifacts/${story}`, { values: [{ field_id: field, ...entry }] });
    const read = async () => {
      const entry = (await artifactAt(simulator, story)).entry(field);
      const { links = [], reverse_links: reverse = [] } = entry as {
        links?: readonly Link[];
        reverse_links?: readonly Link[];
      };
      return { links, reverse };
    };
    return { simulator, field, story, other, put, read };
  }

  it("a parent is a link at the other end: a new version there, none here, and the children stay", async () => {
    const { simulator, story, other, put, read } = await stage();
    const before = await read();
    assert.equal((await put({ parent: { id: other } })).status, 200);
    const after = await read();
    assert.deepEqual(after.links, before.links);
    assert.deepEqual(
      after.reverse.map(({ id, type }) => [id, type]),
      [...before.reverse.map(({ id, type }) => [id, type]), [other, "_is_child"]],
    );
    assert.deepEqual([simulator.changesets(story).length, simulator.changesets(other).length], [0, 1]);
  });

  it("all_links is the complete list of both directions", async () => {
    const { simulator, other, put, read } = await stage();
    const task = await idIn(simulator, 23, 9);
    const all = [
      { id: other, direction: "reverse", type: "_is_child" },
      { id: task, direction: "forward", type: "" },
    ];
    assert.equal((await put({ all_links: all })).status, 200);
    const { links, reverse } = await read();
    assert.deepEqual(
      [links.map((link) => [link.id, link.type]), reverse.map((link) => [link.id, link.type])],
      [[[task, null]], [[other, "_is_child"]]],
    );
    assert.equal((await put({ all_links: all, links: [] })).status, 400);
    assert.equal((await put({ all_links: [{ id: other, direction: "up", type: "" }] })).status, 400);
    assert.equal((await put({ all_links: [{ id: other, direction: "reverse" }] })).status, 400);
    assert.equal((await put({})).status, 400);
  });

  it("a type that nobody defined is refused", async () => {
    const { other, put } = await stage();
    assert.match(
      problem(await put({ links: [{ id: other, type: "nope" }] }))[1] ?? "",
      /^Bad Request: .*"nope".*\n$/,
    );
  });

  it("a new artifact can have links and a parent", async () => {
    const { simulator, field, other } = await stage();
    const title = (await formOf(simulator, 22)).id("i_want_to");
    const task = await idIn(simulator, 23, 9);
    const values = [
      { field_id: title, value: "x" },
      { field_id: field, links: [{ id: task }], parent: { id: other } },
    ];
    const { data } = await tell(simulator, "POST", "/artifacts", { tracker: { id: 22 }, values });
    const { entry } = await artifactAt(simulator, (data as { readonly id: number }).id);
    assert.partialDeepStrictEqual(entry(field), { links: [{ id: task }], reverse_links: [{ id: other }] });
  });
});
