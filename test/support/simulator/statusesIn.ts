import assert from "node:assert/strict";
import type { Simulator } from "../../simulator/simulator.ts";

/** The statuses of all artifacts of a tracker, read past the extension by somebody who sees all of them. */
export async function statusesIn(
  { url, accounts: { admin } }: Simulator,
  trackerId: number,
): Promise<readonly string[]> {
  const headers = { "X-Auth-AccessKey": admin.accessKey };
  const statuses: string[] = [];
  for (let [offset, size] = [0, 1]; offset < size;) {
    const answer = await fetch(`${url}/api/trackers/${trackerId}/artifacts?offset=${offset}`, { headers });
    const rows: unknown = await answer.json();
    assert.ok(Array.isArray(rows));
    size = Number(answer.headers.get("x-pagination-size"));
    offset += Number(answer.headers.get("x-pagination-limit"));
    statuses.push(...rows.map(({ status }: { readonly status: string }) => status));
  }
  return statuses;
}
