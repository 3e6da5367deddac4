import assert from "node:assert/strict";
import { ReferenceCache, type ResolvedReference } from "../../../../src/store/references/referenceCache.ts";
import { resolveInBatches } from "../../../../src/store/references/resolveInBatches.ts";
import { QueryFixture } from "../queries/queryFixture.ts";

describe("resolveInBatches", () => {
  const ids = Array.from({ length: 250 }, (_, index) => index + 1);
  let fixture: QueryFixture;
  let cache: ReferenceCache;

  beforeEach(async () => {
    fixture = await QueryFixture.start("product");
    cache = new ReferenceCache(fixture.store.catalog, Date.now);
  });
  afterEach(async () => {
    cache.dispose();
    await fixture.close();
  });

  /** The number of references after each batch, and the last ones. */
  async function resolve(): Promise<readonly [readonly number[], ReadonlyMap<number, ResolvedReference>]> {
    const sizes: number[] = [];
    let last: ReadonlyMap<number, ResolvedReference> = new Map();
    const { signal } = new AbortController();
    for await (const references of resolveInBatches(cache, fixture.site, ids, signal)) {
      sizes.push(references.size);
      last = references;
    }
    return [sizes, last];
  }

  it("resolves all references, and shows those of each batch", async () => {
    const [sizes, references] = await resolve();
    assert.deepEqual(sizes, [100, 200, 250]);
    assert.deepEqual(new Set(references.keys()), new Set(ids));
    assert.ok([...references.values()].every(({ kind }) => kind !== "unknown"));
  });

  it("requests nothing more after a batch has failed", async () => {
    fixture.server.faults.add({ path: /artifacts/, fault: { kind: "status", status: 400 } });
    const before = fixture.server.requests.length;
    const [sizes, references] = await resolve();
    assert.deepEqual(sizes, [250]);
    assert.ok([...references.values()].every(({ kind }) => kind === "unknown"));
    const requests = fixture.server.requests.slice(before).filter(({ path }) => path.includes("/artifacts"));
    assert.equal(requests.length, 1);
  });

  it("can be canceled", async () => {
    const controller = new AbortController();
    const batches = resolveInBatches(cache, fixture.site, ids, controller.signal);
    await batches.next();
    controller.abort();
    await assert.rejects(batches.next());
  });
});
