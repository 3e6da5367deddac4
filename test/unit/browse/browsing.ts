import assert from "node:assert/strict";
import { childrenOf } from "../../../src/browse/children.ts";
import type { TreeNode } from "../../../src/browse/nodes.ts";
import { ProjectFilters } from "../../../src/browse/projectFilters.ts";
import { rootsOf } from "../../../src/browse/roots.ts";
import { Unsent } from "../../../src/browse/unsent.ts";
import type { KeptDraft } from "../../../src/store/keptDraft.ts";
import { type Simulator, type SimulatorOptions, startSimulator } from "../../simulator/simulator.ts";
import { openStore, signIn, type Store } from "../../support/openStore.ts";

export interface Browsing extends Store {
  readonly server: Simulator;
  readonly filters: ProjectFilters;
  readonly unsent: Unsent;
  /** Says what was typed and not sent. */
  readonly type: (drafts: readonly KeptDraft[]) => void;
}

/** What a tree needs besides a store: nothing is filtered, and nothing typed yet. */
export function untouched(): Pick<Browsing, "filters" | "unsent" | "type"> {
  let drafts: readonly KeptDraft[] = [];
  const unsent = new Unsent(() => Promise.resolve(drafts));
  return {
    filters: new ProjectFilters(),
    unsent,
    type: (typed) => {
      drafts = typed;
      unsent.invalidate();
    },
  };
}

const servers: Simulator[] = [];

export async function browse(
  options: SimulatorOptions,
  account?: "member" | "admin" | "outsider",
): Promise<Browsing> {
  const server = await startSimulator(options);
  servers.push(server);
  const store = openStore([{ url: server.url, label: "Demo" }]);
  if (account !== undefined) await signIn(store, `${server.url}/api`, server.accounts[account]);
  return { ...store, server, ...untouched() };
}

export function label(node: TreeNode): string {
  switch (node.kind) {
    case "project":
      return node.project.label;
    case "tracker":
      return node.tracker.label;
    case "artifact":
      return `#${node.artifact.id}`;
    case "field":
      return node.field.label;
    default:
      return node.kind;
  }
}

/** Opens rows by their labels, from the top, and gives what stands below the last one. */
export async function open(browsing: Browsing, ...path: readonly string[]): Promise<readonly TreeNode[]> {
  let rows: readonly TreeNode[] = (await rootsOf(browsing, browsing.sites)).nodes;
  for (const step of path) {
    const row = rows.find((each) => label(each) === step);
    assert.ok(row, `no row ${step} among ${rows.map(label).join(", ")}`);
    rows = await childrenOf(browsing, row);
  }
  return rows;
}

/** Ends the servers that a test has browsed. */
export async function closeServers(): Promise<void> {
  await Promise.all(servers.splice(0).map((server) => server.close()));
}
