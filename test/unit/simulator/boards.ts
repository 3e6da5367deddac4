// Reads of boards and backlogs, as the administrator unless an account is given.
import assert from "node:assert/strict";
import type { Simulator } from "../../simulator/simulator.ts";
import { createKeyHeader, sendJson, sendRequest } from "./sendRequest.ts";
import type { SimulatorResponse } from "./sendRequest.ts";

export type RawObject = Readonly<Record<string, unknown>>;

export interface Account {
  readonly accessKey: string;
}

export function get(
  simulator: Simulator,
  path: string,
  account: Account = simulator.accounts.admin,
): Promise<SimulatorResponse> {
  return sendRequest(simulator, `/api${path}`, { headers: createKeyHeader(account) });
}

export function patch(
  simulator: Simulator,
  path: string,
  body: unknown,
  account: Account = simulator.accounts.admin,
  headers: Readonly<Record<string, string>> = {},
): Promise<SimulatorResponse> {
  return sendJson(simulator, "PATCH", path, body, { ...createKeyHeader(account), ...headers });
}

export async function getObject(simulator: Simulator, path: string, account?: Account): Promise<RawObject> {
  const { status, data, text } = await get(simulator, path, account);
  assert.equal(status, 200, text);
  return data as RawObject;
}

export async function getList(
  simulator: Simulator,
  path: string,
  account?: Account,
): Promise<readonly RawObject[]> {
  const { status, data, text } = await get(simulator, path, account);
  assert.equal(status, 200, text);
  return data as readonly RawObject[];
}

export async function getIds(simulator: Simulator, path: string): Promise<readonly number[]> {
  return (await getList(simulator, path)).map(({ id }) => Number(id));
}

/** Columns of a kanban by their labels. */
export async function getColumnIds(
  simulator: Simulator,
  kanbanId: number,
): Promise<ReadonlyMap<string, number>> {
  const { columns } = await getObject(simulator, `/kanban/${kanbanId}`);
  return new Map((columns as readonly RawObject[]).map(({ label, id }) => [String(label), Number(id)]));
}

export async function getKanbanItems(simulator: Simulator, path: string): Promise<readonly RawObject[]> {
  return (await getObject(simulator, path))["collection"] as readonly RawObject[];
}

/** Milestones of a project on both levels, by their labels. */
export async function getMilestoneIds(
  simulator: Simulator,
  projectId: number,
): Promise<ReadonlyMap<string, number>> {
  const top = await getList(simulator, `/projects/${projectId}/milestones?limit=50`);
  const below = await Promise.all(
    top.map(({ id }) => getList(simulator, `/milestones/${String(id)}/milestones?limit=50`)),
  );
  return new Map([...top, ...below.flat()].map(({ label, id }) => [String(label), Number(id)]));
}
