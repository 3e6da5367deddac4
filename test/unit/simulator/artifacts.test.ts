import assert from "node:assert/strict";
import { startSimulator } from "../../simulator/simulator.ts";
import type { Simulator } from "../../simulator/simulator.ts";
import { sendRequest, getItems, createKeyHeader } from "./sendRequest.ts";
import { useSimulators } from "./useSimulators.ts";

interface Entry {
  readonly field_id: number;
  readonly type: string;
  readonly label: string;
}

interface Representation {
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

describe("simulator: reading an artifact", () => {
  const start = useSimulators();
  let simulator: Simulator;
  let admin: Record<string, string>;
  before(async () => {
    simulator = await startSimulator({ dialect: "product" });
    admin = createKeyHeader(simulator.accounts.admin);
  });
  after(() => simulator.close());

  async function fetchId(tracker: number, offset = 0): Promise<number> {
    const response = await sendRequest(
      simulator,
      `/api/trackers/${tracker}/artifacts?limit=1&offset=${offset}`,
      {
        headers: admin,
      },
    );
    return getItems(response)[0]?.id ?? 0;
  }

  async function fetchArtifact(path: string, headers = admin): Promise<Representation> {
    return (await sendRequest(simulator, path, { headers })).data as Representation;
  }

  it("product: has the unquoted second of its last change as Etag and Last-Modified", async () => {
    const { headers, data } = await sendRequest(simulator, `/api/artifacts/${await fetchId(11)}`);
    assert.match(headers.etag ?? "", /^\d{10}$/);
    assert.equal(new Date(Number(headers.etag) * 1000).toUTCString(), headers["last-modified"]);
    assert.equal(Date.parse((data as Representation).last_modified_date), Number(headers.etag) * 1000);
  });

  it("product: compresses the response and drops the Etag", async () => {
    const path = `/api/artifacts/${await fetchId(11)}`;
    const compressed = await sendRequest(simulator, path);
    const { headers, data } = await sendRequest(simulator, path, {
      headers: { "Accept-Encoding": "gzip, deflate" },
    });
    assert.deepEqual(
      [headers["content-encoding"], headers.etag, headers["last-modified"], data],
      ["gzip", undefined, compressed.headers["last-modified"], compressed.data],
    );
    const uncompressed = await sendRequest(simulator, path, { headers: { "Accept-Encoding": "identity" } });
    assert.equal(uncompressed.headers.etag, compressed.headers.etag);
  });

  it("documented: has a quoted hash as Etag that differs between artifacts", async () => {
    const documented = await start({ dialect: "documented" });
    const tags = await Promise.all(
      [2, 4, 6].map(async (offset) => {
        const id = await fetchId(11, offset);
        return (
          await sendRequest(documented, `/api/artifacts/${id}`, { headers: { "Accept-Encoding": "gzip" } })
        ).headers.etag;
      }),
    );
    assert.ok(tags.every((tag) => /^"[0-9a-f]{40}"$/.test(tag ?? "")));
    assert.equal(new Set(tags).size, 3);
  });

  it("documented: has five members and no web URL of its files", async () => {
    const documented = await start({ dialect: "documented" });
    const listed = getItems(await sendRequest(documented, "/api/trackers/11/artifacts"));
    assert.deepEqual(Object.keys(listed[0] ?? {}), ["id", "uri", "title", "status", "values"]);
    const text = JSON.stringify(listed);
    assert.match(text, /"file_descriptions":\[\{/);
    assert.doesNotMatch(text, /html_url|commonmark|post_processed/);
  });

  it("product: returns values as a list, by field, or both", async () => {
    const path = `/api/artifacts/${await fetchId(11)}`;
    const representations = await Promise.all(
      ["", "?values_format=by_field", "?values_format=all"].map(async (query) => {
        const { values, values_by_field: byField } = await fetchArtifact(`${path}${query}`);
        return [values?.length, byField === null ? null : Object.keys(byField)];
      }),
    );
    const names = ["title", "details", "customer", "artifact_id"];
    const [[count = 0] = []] = representations;
    assert.ok(Number(count) > 10);
    assert.deepEqual(representations, [
      [count, null],
      [undefined, names],
      [count, names],
    ]);
    const [row] = getItems(
      await sendRequest(simulator, "/api/trackers/11/artifacts?limit=1"),
    ) as unknown as readonly Representation[];
    assert.deepEqual([row?.values, row?.values_by_field], [null, null]);
  });

  it("product: includes its whole tracker on request", async () => {
    const { tracker } = await fetchArtifact(
      `/api/artifacts/${await fetchId(11)}?tracker_structure_format=complete`,
    );
    const separateTracker = (await sendRequest(simulator, "/api/trackers/11", { headers: admin })).data as {
      readonly fields: readonly object[];
    };
    const { fields, ...members } = tracker as { readonly fields: readonly object[] };
    const { fields: _fields, ...otherMembers } = separateTracker;
    assert.deepEqual(members, otherMembers);
    assert.equal(fields.length, separateTracker.fields.length);
    assert.equal(fields.filter((field) => "is_hidden" in field).length, 5);
  });

  it("product: has a value of every type in the equipment tracker", async () => {
    const { values } = await fetchArtifact(`/api/artifacts/${await fetchId(13, 3)}`);
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

  it("product: has neither title nor status if its tracker has no semantics", async () => {
    const {
      title,
      status,
      full_status: full,
      is_open: open,
    } = await fetchArtifact(`/api/artifacts/${await fetchId(24)}`);
    assert.deepEqual({ title, status, full, open }, { title: null, status: "", full: null, open: true });
  });

  it("product: hides a member-only field from other users", async () => {
    const path = `/api/artifacts/${await fetchId(11)}`;
    const labels = async (headers: Record<string, string>) =>
      ((await fetchArtifact(path, headers)).values ?? []).map((entry) => entry.label);
    assert.ok((await labels(createKeyHeader(simulator.accounts.member))).includes("Reported by customer"));
    assert.ok(!(await labels({})).includes("Reported by customer"));
  });

  it("product: has links in both directions", async () => {
    interface Links extends Entry {
      readonly links: readonly { readonly id: number; readonly type: string | null }[];
      readonly reverse_links: readonly { readonly id: number }[];
    }
    const fetchLinks = async (id: number) =>
      ((await fetchArtifact(`/api/artifacts/${id}`)).values ?? []).find(
        (entry) => entry.type === "art_link",
      ) as Links;
    for (const tracker of [21, 22, 11, 13]) {
      const id = await fetchId(tracker, 5);
      const { links } = await fetchLinks(id);
      assert.ok(links.length > 0, `tracker ${tracker}`);
      for (const link of links) {
        assert.ok(
          (await fetchLinks(link.id)).reverse_links.some((back) => back.id === id),
          `${id} to ${link.id}`,
        );
      }
    }
  });
});
