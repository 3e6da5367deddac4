import assert from "node:assert/strict";
import type { Simulator } from "../../simulator/simulator.ts";

/** The statuses of all artifacts of a tracker, requested without the extension as the administrator. */
export async function fetchStatuses(
  { url, accounts: { admin } }: Simulator,
  trackerId: number,
): Promise<readonly string[]> {
  const headers = { "X-Auth-AccessKey": admin.accessKey };
  const statuses: string[] = [];
  for (let [offset, size] = [0, 1]; offset < size;) {
    const response = await fetch(`${url}/api/trackers/${trackerId}/artifacts?offset=${offset}`, { headers });
    const rows: unknown = await response.json();
    assert.ok(Array.isArray(rows));
    size = Number(response.headers.get("x-pagination-size"));
    offset += Number(response.headers.get("x-pagination-limit"));
    statuses.push(...rows.map(({ status }: { readonly status: string }) => status));
  }
  return statuses;
}
