import assert from "node:assert/strict";
import type { Simulator } from "../../../simulator/simulator.ts";

/** Fetches without the client, as a user who can see everything. */
export async function fetchArtifactIds(
  { url, accounts: { admin } }: Simulator,
  trackerId: number,
): Promise<readonly number[]> {
  const headers = { "X-Auth-AccessKey": admin.accessKey };
  const response = await fetch(`${url}/api/trackers/${trackerId}/artifacts?limit=50&order=desc`, { headers });
  assert.equal(response.status, 200);
  const rows: unknown = await response.json();
  assert.ok(Array.isArray(rows));
  return rows.map(({ id }: { readonly id: number }) => id);
}
