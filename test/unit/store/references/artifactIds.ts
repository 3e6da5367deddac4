import assert from "node:assert/strict";
import type { Simulator } from "../../../simulator/simulator.ts";

/** Read past the client, as somebody who may see all. */
export async function artifactIdsOf(
  { url, accounts: { admin } }: Simulator,
  trackerId: number,
): Promise<readonly number[]> {
  const headers = { "X-Auth-AccessKey": admin.accessKey };
  const answer = await fetch(`${url}/api/trackers/${trackerId}/artifacts?limit=50&order=desc`, { headers });
  assert.equal(answer.status, 200);
  const rows: unknown = await answer.json();
  assert.ok(Array.isArray(rows));
  return rows.map(({ id }: { readonly id: number }) => id);
}
