import assert from "node:assert/strict";
import type { Simulator } from "../../simulator/simulator.ts";

export interface Bug {
  readonly id: number;
  readonly title: string;
  readonly status: string;
  readonly is_open: boolean;
}

/** Open bugs with plain titles, requested without the extension. */
export async function fetchOpenBugs({ url, accounts: { admin } }: Simulator): Promise<readonly Bug[]> {
  const headers = { "X-Auth-AccessKey": admin.accessKey };
  const response = await fetch(`${url}/api/trackers/11/artifacts?limit=50`, { headers });
  const rows: unknown = await response.json();
  assert.ok(Array.isArray(rows));
  return rows.filter(({ id, title, is_open }: Bug) => id > 9 && is_open && /^[\w ]{20,55}$/.test(title));
}
