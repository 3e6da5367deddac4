import assert from "node:assert/strict";
import type { Simulator } from "../../simulator/simulator.ts";
import { createKeyHeader, getError, sendJson, sendRequest } from "./sendRequest.ts";
import { fetchArtifactId, fetchTrackerFields } from "./trackerFields.ts";
import { useSimulators } from "./useSimulators.ts";

interface Entry {
  readonly per_type_id: number;
  readonly visit_time: string;
  readonly title: string;
  readonly badges: readonly unknown[];
}

async function createTitleChange(simulator: Simulator, value: string) {
  const { getFieldId } = await fetchTrackerFields(simulator, 11);
  return { field_id: getFieldId("title"), value };
}

function fetchOwn(simulator: Simulator, path: string, account = simulator.accounts.member) {
  return sendRequest(simulator, `/api/users/${path}`, { headers: createKeyHeader(account) });
}

describe("simulator: the user's own data (product)", () => {
  const start = useSimulators();

  it("is for the user only", async () => {
    const simulator = await start({ dialect: "product" });
    for (const path of ["history", "membership", "dashboards", "preferences?key=a", "access_keys"]) {
      assert.equal((await fetchOwn(simulator, `103/${path}`)).status, 200, path);
      assert.equal((await fetchOwn(simulator, `102/${path}`)).status, 403, path);
      assert.equal((await sendRequest(simulator, `/api/users/103/${path}`)).status, 401, path);
    }
    for (const path of ["membership", "dashboards", "preferences?key=a"]) {
      assert.equal((await fetchOwn(simulator, `self/${path}`)).status, 200, path);
    }
    for (const path of ["history", "access_keys"]) {
      assert.deepEqual(getError(await fetchOwn(simulator, `self/${path}`)), [
        400,
        "Bad Request: invalid value specified for `id`",
      ]);
    }
  });

  it("has a history of at most 30 changed artifacts, the latest first", async () => {
    const simulator = await start({ dialect: "product" });
    const fetchHistory = async (): Promise<readonly Entry[]> =>
      ((await fetchOwn(simulator, "103/history")).data as { readonly entries: readonly Entry[] }).entries;
    const before = await fetchHistory();
    assert.equal(before.length, 30);
    const times = before.map((entry) => Date.parse(entry.visit_time));
    assert.deepEqual(
      times,
      times.toSorted((one, other) => other - one),
    );
    const id = await fetchArtifactId(simulator, 11);
    assert.ok(before.every((entry) => entry.per_type_id !== id));
    simulator.updateArtifact(id, { values: [await createTitleChange(simulator, "Seen by Tom")] });
    simulator.clock.advance(60_000);
    simulator.updateArtifact(id, {
      values: [await createTitleChange(simulator, "Seen by Mara")],
      by: simulator.accounts.admin,
    });
    const [first, ...others] = await fetchHistory();
    assert.deepEqual(
      [first?.per_type_id, first?.visit_time, first?.title, others.length],
      [id, "2026-03-02T09:00:00+01:00", "Seen by Mara", 29],
    );
  });

  it("has the groups of projects, by id or complete", async () => {
    const simulator = await start({ dialect: "product" });
    const { admin, outsider } = simulator.accounts;
    const fetchGroups = async (account: typeof admin, format = "id") =>
      (await fetchOwn(simulator, `self/membership?scope=project&format=${format}`, account)).data;
    assert.deepEqual(await fetchGroups(admin), ["101_3", "101_4", "102_3", "102_4", "103_3", "103_4"]);
    assert.deepEqual(await fetchGroups(simulator.accounts.member), ["101_3", "102_3"]);
    assert.deepEqual(await fetchGroups(outsider), []);
    const [group] = (await fetchGroups(admin, "full")) as readonly { readonly id: string }[];
    assert.equal(group?.id, "101_3");
  });

  it("has preferences that clients can write, false without a value", async () => {
    const simulator = await start({ dialect: "product" });
    const headers = createKeyHeader(simulator.accounts.member);
    const path = "/users/self/preferences";
    const read = async (user = simulator.accounts.member) =>
      (await fetchOwn(simulator, "self/preferences?key=density", user)).data;
    assert.deepEqual(await read(), { key: "density", value: false });
    const written = await sendJson(simulator, "PATCH", path, { key: "density", value: "compact" }, headers);
    assert.deepEqual([written.status, written.text], [200, ""]);
    assert.deepEqual(await read(), { key: "density", value: "compact" });
    assert.deepEqual(await read(simulator.accounts.admin), { key: "density", value: false });
    const deleted = await sendRequest(simulator, `/api${path}?key=density`, { method: "DELETE", headers });
    assert.deepEqual([deleted.status, deleted.text], [200, ""]);
    assert.deepEqual(await read(), { key: "density", value: false });
    assert.equal((await sendJson(simulator, "PATCH", path, { key: "density" }, headers)).status, 400);
    assert.equal((await fetchOwn(simulator, "self/preferences")).status, 400);
  });

  it("has an access key that may expire", async () => {
    const simulator = await start({ dialect: "product" });
    const { member } = simulator.accounts;
    simulator.setKeyExpiry(member, Date.UTC(2026, 5, 1));
    const { data, headers } = await fetchOwn(simulator, "103/access_keys");
    const [key] = data as readonly { readonly id: number; readonly expiration_date: string }[];
    assert.deepEqual([key?.id, key?.expiration_date], [3, "2026-06-01T02:00:00+02:00"]);
    assert.equal(headers["x-pagination-size"], "1");
  });

  it("doesn't exist in the documented dialect", async () => {
    const simulator = await start({ dialect: "documented" });
    for (const path of ["self/artifacts", "103/history", "self/membership", "self/preferences?key=a"]) {
      assert.equal((await fetchOwn(simulator, path)).status, 404, path);
    }
  });
});

describe("simulator: heartbeats of a project (product)", () => {
  const start = useSimulators();

  it("are the latest 30 updates, without those of unreadable artifacts", async () => {
    const simulator = await start({ dialect: "product" });
    const id = await fetchArtifactId(simulator, 11);
    simulator.updateArtifact(id, { values: [await createTitleChange(simulator, "Tide <late>")] });
    const fetchHeartbeats = async (account: { readonly accessKey: string }) => {
      const headers = createKeyHeader(account);
      const { data } = await sendRequest(simulator, "/api/projects/102/heartbeats", { headers });
      return data as {
        readonly entries: readonly { readonly html_message: string; readonly updated_at: string }[];
        readonly are_there_activities_user_cannot_see: boolean;
      };
    };
    const { entries, are_there_activities_user_cannot_see: hasHidden } = await fetchHeartbeats(
      simulator.accounts.admin,
    );
    assert.deepEqual([entries.length, hasHidden], [30, false]);
    assert.match(entries[0]?.html_message ?? "", new RegExp(`\\?aid=${id}".*bug #${id}.*Tide &lt;late&gt;`));
    const seenByOutsider = await fetchHeartbeats(simulator.accounts.outsider);
    assert.equal(seenByOutsider.are_there_activities_user_cannot_see, seenByOutsider.entries.length < 30);
  });
});
