import assert from "node:assert/strict";
import { startSimulator } from "../../simulator/simulator.ts";
import type { Simulator } from "../../simulator/simulator.ts";
import { ask, rows, withKey } from "./asking.ts";
import { perTest } from "./perTest.ts";

interface Entry {
  readonly field_id: number;
  readonly type: string;
  readonly label: string;
}

interface Told {
  readonly id: number;
  readonly title: string | null;
  readonly status: string;
  readonly full_status: unknown;
  readonly is_open: boolean;
  readonly last_modified_date: string;
  readonly tracker: object;
  readonly values: readonly Entry[] | null;
  readonly values_by_field: Readonly<Record<string, Entry>> | null;
}

describe("simulator: one artifact", () => {
  const start = perTest();
  let simulator: Simulator;
  let admin: Record<string, string>;
  before(async () => {
    simulator = await startSimulator({ dialect: "product" });
    admin = withKey(simulator.accounts.admin);
  });
  after(() => simulator.close());

  async function idIn(tracker: number, offset = 0): Promise<number> {
    const reply = await ask(simulator, `/api/trackers/${tracker}/artifacts?limit=1&offset=${offset}`, {
      headers: admin,
    });
    return rows(reply)[0]?.id ?? 0;
  }

  async function read(path: string, headers = admin): Promise<Told> {
    return (await ask(simulator, path, { headers })).data as Told;
  }

  it("product: its Etag is the bare second of its last change, as is Last-Modified", async () => {
    const { headers, data } = await ask(simulator, `/api/artifacts/${await idIn(11)}`);
    assert.match(headers.etag ?? "", /^\d{10}$/);
    assert.equal(new Date(Number(headers.etag) * 1000).toUTCString(), headers["last-modified"]);
    assert.equal(Date.parse((data as Told).last_modified_date), Number(headers.etag) * 1000);
  });

  it("product: compression really compresses, and costs the Etag", async () => {
    const path = `/api/artifacts/${await idIn(11)}`;
    const plain = await ask(simulator, path);
    const { headers, data } = await ask(simulator, path, { headers: { "Accept-Encoding": "gzip, deflate" } });
    assert.deepEqual(
      [headers["content-encoding"], headers.etag, headers["last-modified"], data],
      ["gzip", undefined, plain.headers["last-modified"], plain.data],
    );
    const identity = await ask(simulator, path, { headers: { "Accept-Encoding": "identity" } });
    assert.equal(identity.headers.etag, plain.headers.etag);
  });

  it("documented: its Etag is a quoted hash that differs from artifact to artifact", async () => {
    const documented = await start({ dialect: "documented" });
    const tags = await Promise.all(
      [2, 4, 6].map(async (offset) => {
        const id = await idIn(11, offset);
        return (await ask(documented, `/api/artifacts/${id}`, { headers: { "Accept-Encoding": "gzip" } }))
          .headers.etag;
      }),
    );
    assert.ok(tags.every((tag) => /^"[0-9a-f]{40}"$/.test(tag ?? "")));
    assert.equal(new Set(tags).size, 3);
  });

  it("documented: has five members and no web address of its files", async () => {
    const documented = await start({ dialect: "documented" });
    const listed = rows(await ask(documented, "/api/trackers/11/artifacts"));
    assert.deepEqual(Object.keys(listed[0] ?? {}), ["id", "uri", "title", "status", "values"]);
    const text = JSON.stringify(listed);
    assert.match(text, /"file_descriptions":\[\{/);
    assert.doesNotMatch(text, /html_url|commonmark|post_processed/);
  });

  it("product: tells its values as a list, by field, or both", async () => {
    const path = `/api/artifacts/${await idIn(11)}`;
    const shapes = await Promise.all(
      ["", "?values_format=by_field", "?values_format=all"].map(async (query) => {
        const { values, values_by_field: byField } = await read(`${path}${query}`);
        return [values?.length, byField === null ? null : Object.keys(byField)];
      }),
    );
    const names = ["title", "details", "customer", "artifact_id"];
    const [[count = 0] = []] = shapes;
    assert.ok(Number(count) > 10);
    assert.deepEqual(shapes, [
      [count, null],
      [undefined, names],
      [count, names],
    ]);
    const [row] = rows(
      await ask(simulator, "/api/trackers/11/artifacts?limit=1"),
    ) as unknown as readonly Told[];
    assert.deepEqual([row?.values, row?.values_by_field], [null, null]);
  });

  it("product: brings its whole tracker along when asked", async () => {
    const { tracker } = await read(`/api/artifacts/${await idIn(11)}?tracker_structure_format=complete`);
    const alone = (await ask(simulator, "/api/trackers/11", { headers: admin })).data as {
      readonly fields: readonly object[];
    };
    const { fields, ...rest } = tracker as { readonly fields: readonly object[] };
    const { fields: _fields, ...others } = alone;
    assert.deepEqual(rest, others);
    assert.equal(fields.length, alone.fields.length);
    assert.equal(fields.filter((field) => "is_hidden" in field).length, 5);
  });

  it("product: has a value of every type in the tracker made for that", async () => {
    const { values } = await read(`/api/artifacts/${await idIn(13, 3)}`);
    const types = [...new Set((values ?? []).map((entry) => entry.type))].toSorted();
    assert.deepEqual(types, [
      "aid",
      "art_link",
      "atid",
      "burndown",
      "cb",
      "computed",
      "cross",
      "date",
      "file",
      "float",
      "int",
      "luby",
      "lud",
      "msb",
      "perm",
      "priority",
      "rb",
      "sb",
      "string",
      "subby",
      "subon",
      "tbl",
      "text",
      "tide_curve",
      "ttmstepdef",
    ]);
  });

  it("product: has neither title nor status where its tracker gives no meaning to fields", async () => {
    const {
      title,
      status,
      full_status: full,
      is_open: open,
    } = await read(`/api/artifacts/${await idIn(24)}`);
    assert.deepEqual({ title, status, full, open }, { title: null, status: "", full: null, open: true });
  });

  it("product: keeps a field for members from strangers", async () => {
    const path = `/api/artifacts/${await idIn(11)}`;
    const labels = async (headers: Record<string, string>) =>
      ((await read(path, headers)).values ?? []).map((entry) => entry.label);
    assert.ok((await labels(withKey(simulator.accounts.member))).includes("Reported by customer"));
    assert.ok(!(await labels({})).includes("Reported by customer"));
  });

  it("product: links can be followed from either end", async () => {
    interface Links extends Entry {
      readonly links: readonly { readonly id: number; readonly type: string | null }[];
      readonly reverse_links: readonly { readonly id: number }[];
    }
    const linksOf = async (id: number) =>
      ((await read(`/api/artifacts/${id}`)).values ?? []).find((entry) => entry.type === "art_link") as Links;
    for (const tracker of [21, 22, 11, 13]) {
      const id = await idIn(tracker, 5);
      const { links } = await linksOf(id);
      assert.ok(links.length > 0, `tracker ${tracker}`);
      for (const link of links) {
        assert.ok(
          (await linksOf(link.id)).reverse_links.some((back) => back.id === id),
          `${id} to ${link.id}`,
        );
      }
    }
  });
});
