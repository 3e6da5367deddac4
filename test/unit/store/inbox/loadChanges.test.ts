import assert from "node:assert/strict";
import fc from "fast-check";
import { Unreachable } from "../../../../src/model/failure.ts";
import { type ArtifactInboxChange, type InboxChoice, toInboxEntries } from "../../../../src/model/inbox.ts";
import type { Changeset } from "../../../../src/model/history.ts";
import type { CrossTrackerRow } from "../../../../src/model/query/crossTracker.ts";
import type { User } from "../../../../src/model/user.ts";
import { type InboxClient, loadChanges } from "../../../../src/store/inbox/loadChanges.ts";
import type { InboxProgress } from "../../../../src/store/inbox/inboxFiles.ts";
import { formatIsoDate, parseDate, truncateToSecond } from "../../../simulator/clock.ts";
import { runsEveryTest } from "../../../support/runner/everyTest.ts";

// A server in memory, with the rules of the real one for dates and pages, against a list of all changes.

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const me: User = { id: 1, label: "Me", username: "me" };

interface WrittenChange {
  readonly id: number;
  readonly artifactId: number;
  readonly at: number;
  readonly isOwn: boolean;
}

class MemoryServer implements InboxClient {
  now: number;
  /** Called after every response, while the client loads more. */
  afterResponse: () => void = () => undefined;
  shouldFail = false;
  readonly changes: WrittenChange[] = [];
  readonly #artifacts = new Map<number, WrittenChange[]>();
  readonly #concerning: ReadonlySet<number>;
  requestCount = 0;

  constructor(now: number, artifactIds: readonly number[], concerning: ReadonlySet<number>) {
    this.now = now;
    this.#concerning = concerning;
    for (const id of artifactIds) this.#artifacts.set(id, []);
  }

  get utcOffset(): number {
    return formatIsoDate(this.now).endsWith("+02:00") ? 120 : 60;
  }

  write(artifactId: number, isOwn: boolean): void {
    const changesets = this.#artifacts.get(artifactId);
    if (changesets === undefined) return;
    const change = { id: this.changes.length + 1, artifactId, at: truncateToSecond(this.now), isOwn };
    this.changes.push(change);
    changesets.push(change);
  }

  delete(artifactId: number): void {
    this.#artifacts.delete(artifactId);
  }

  /** The changes that the inbox has to show, of artifacts that still exist. */
  listExpected(since: number): readonly number[] {
    return this.changes
      .filter(({ artifactId, at, isOwn }) => !isOwn && at >= since && this.exists(artifactId))
      .filter(({ artifactId }) => this.#concerning.has(artifactId))
      .map(({ id }) => id);
  }

  exists(artifactId: number): boolean {
    return this.#artifacts.has(artifactId);
  }

  readonly findAcrossTrackers: InboxClient["findAcrossTrackers"] = (query, { offset }) => {
    this.requestCount += 1;
    const getBound = (operator: string): number | undefined => {
      const text = new RegExp(`@last_update_date ${operator} "([^"]+)"`).exec(
        typeof query === "string" ? query : query.where,
      )?.[1];
      return text === undefined ? undefined : parseDate(text);
    };
    const [from = 0, to = Number.POSITIVE_INFINITY] = [getBound(">="), getBound("<=")];
    const rows = [...this.#artifacts]
      .map(([id, changes]) => ({ id, at: changes.at(-1)?.at ?? 0 }))
      .filter(({ at }) => at >= from && at < to + minuteMs)
      .toSorted((one, other) => other.at - one.at || other.id - one.id);
    const page = {
      items: rows.slice(offset, offset + 50).map(({ id, at }) => this.#toRow(id, at)),
      nextOffset: offset + 50 < rows.length ? offset + 50 : undefined,
      total: rows.length,
      respondedAt: truncateToSecond(this.now),
    };
    this.afterResponse();
    return Promise.resolve(page);
  };

  readonly changesets: InboxClient["changesets"] = (uri, { offset, limit }) => {
    this.requestCount += 1;
    const request = { method: "GET", url: uri } as const;
    if (this.shouldFail) return Promise.reject(new Unreachable(request, "network", undefined));
    const changes = this.#artifacts.get(Number(/\d+/.exec(uri)?.[0])) ?? [];
    const page = {
      items: changes.slice(offset, offset + limit).map(toChangeset),
      nextOffset: offset + limit < changes.length ? offset + limit : undefined,
      total: changes.length,
    };
    this.afterResponse();
    return Promise.resolve(page);
  };

  #toRow(id: number, at: number): CrossTrackerRow {
    return {
      kind: "artifact",
      id,
      title: `Artifact ${id}`,
      status: undefined,
      isOpen: undefined,
      page: undefined,
      assignees: this.#concerning.has(id) ? [{ id: "me", label: "Me" }] : [],
      submittedBy: undefined,
      submittedOn: undefined,
      modifiedOn: new Date(at).toISOString(),
      modifiedBy: undefined,
      tracker: undefined,
      project: undefined,
    };
  }
}

function toChangeset({ id, at, isOwn }: WrittenChange): Changeset {
  return {
    kind: "changeset",
    id,
    by: isOwn ? { id: 1, label: "Me" } : { id: 2, label: "Tom" },
    on: formatIsoDate(at),
    comment: { source: "Text", format: "text", onlyFor: undefined },
    values: [],
  };
}

/** An inbox that is read after every refresh. */
class ReadInbox {
  readonly shown: number[] = [];
  readonly #server: MemoryServer;
  readonly #utcOffset: number | undefined;
  readonly #stored = new Map<number, ArtifactInboxChange>();
  readonly #choices = new Map<number, InboxChoice>();
  #knownTimes = new Map<number, number>();
  #progress: InboxProgress;

  constructor(server: MemoryServer, utcOffset: number | undefined) {
    this.#server = server;
    this.#utcOffset = utcOffset;
    this.#progress = { loadedUntil: server.now, changesSince: server.now };
  }

  get hasGap(): boolean {
    return this.#progress.gap !== undefined;
  }

  openOtherWindow(): void {
    this.#knownTimes = new Map();
  }

  async refresh(): Promise<void> {
    const { signal } = new AbortController();
    const interests = { user: me, usedIds: new Set<number>(), choices: this.#choices };
    const client = this.#server;
    const loaded = await loadChanges(this.#progress, {
      client,
      utcOffset: this.#utcOffset,
      interests,
      knownTimes: this.#knownTimes,
      skippedTimes: new Map(),
      signal,
    });
    assert.ok(loaded);
    for (const change of loaded.changes) this.#stored.set(change.changesetId, change);
    for (const [id, at] of loaded.knownTimes) this.#knownTimes.set(id, at);
    this.#progress = loaded.progress;
    for (const { artifactId, unread } of toInboxEntries("", [...this.#stored.values()], this.#choices, 0)) {
      this.shown.push(...unread.map(({ changesetId }) => changesetId));
      const seenChangesetId = unread[0]?.changesetId;
      if (seenChangesetId !== undefined) this.#choices.set(artifactId, { seenChangesetId });
    }
  }
}

type Step =
  | { readonly kind: "write"; readonly artifact: number; readonly isOwn: boolean }
  | { readonly kind: "writeMany"; readonly artifact: number; readonly count: number }
  | { readonly kind: "delete"; readonly artifact: number }
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "refresh" | "failedRefresh" | "otherWindow" };

const artifactCount = 140;
const artifact = fc.nat(artifactCount - 1);
const wait = fc.record({
  kind: fc.constant("wait" as const),
  ms: fc.oneof(
    fc.integer({ min: 0, max: 1500 }),
    fc.constantFrom(1000, minuteMs - 1, minuteMs, hourMs),
    fc.integer({ min: 0, max: 2 * hourMs }),
  ),
});
const write = fc.record({ kind: fc.constant("write" as const), artifact, isOwn: fc.boolean() });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: write },
  { weight: 4, arbitrary: wait },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("refresh" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("writeMany" as const),
      artifact,
      count: fc.integer({ min: 20, max: 130 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete" as const), artifact }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom("failedRefresh" as const, "otherWindow" as const) }),
  },
);
/** What others do between two responses of one refresh. */
const concurrentStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: write },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete" as const), artifact }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.integer({ min: 0, max: 1500 }) }),
  },
);

function runStep(server: MemoryServer, each: Step): void {
  switch (each.kind) {
    case "write":
      server.write(each.artifact, each.isOwn);
      break;
    case "writeMany":
      for (let index = 0; index < each.count; index += 1) {
        server.write((each.artifact + index) % artifactCount, false);
      }
      break;
    case "delete":
      server.delete(each.artifact);
      break;
    case "wait":
      server.now += each.ms;
      break;
    case "refresh":
    case "failedRefresh":
    case "otherWindow":
      break;
  }
}

describe("changes since the last refresh", () => {
  it("are all shown, and each only once, across clock changes, minutes and pages that move", async function () {
    const starts = [
      // In Paris, the clock changes an hour later.
      Date.UTC(2026, 2, 29, 0, 0, 0),
      Date.UTC(2026, 9, 25, 0, 0, 0),
      Date.UTC(2026, 5, 1, 11, 59, 30),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          startedAt: fc.tuple(fc.constantFrom(...starts), fc.nat(7200)).map(([at, s]) => at + s * 1000),
          knowsOffset: fc.boolean(),
          steps: fc.array(step, { minLength: 1, maxLength: 40 }),
          concurrentSteps: fc.array(concurrentStep, { maxLength: 12 }),
        }),
        async ({ startedAt, knowsOffset, steps, concurrentSteps }) => {
          const ids = Array.from({ length: artifactCount }, (_, index) => index);
          const concerning = new Set(ids.filter((id) => id % 3 !== 0));
          const server = new MemoryServer(startedAt, ids, concerning);
          for (const id of ids) if (id % 2 === 0) server.write(id, false);
          const firstIds = new Set(server.changes.map(({ id }) => id));
          server.now += 2000;
          const since = server.now;
          const inbox = new ReadInbox(server, knowsOffset ? server.utcOffset : undefined);
          const pending = [...concurrentSteps];
          for (const each of steps) {
            runStep(server, each);
            if (each.kind === "otherWindow") inbox.openOtherWindow();
            if (each.kind === "refresh") {
              server.afterResponse = () => {
                for (const next of pending.splice(0, 3)) runStep(server, next);
              };
              await inbox.refresh();
            }
            if (each.kind === "failedRefresh") {
              server.shouldFail = true;
              await inbox.refresh().catch(() => undefined);
              server.shouldFail = false;
            }
            server.afterResponse = () => undefined;
          }
          for (let round = 0; round < 3; round += 1) {
            server.now += minuteMs;
            await inbox.refresh();
          }
          const shown = inbox.shown.filter((id) => {
            const change = server.changes.find((each) => each.id === id);
            return change !== undefined && server.exists(change.artifactId);
          });
          assert.deepEqual(
            shown.toSorted((one, other) => one - other),
            server.listExpected(since).filter((id) => !firstIds.has(id)),
          );
          // Nothing changes: one request.
          const before = server.requestCount;
          await inbox.refresh();
          assert.equal(server.requestCount - before, 1);
        },
      ),
      { numRuns: runsEveryTest() ? 2000 : 200 },
    );
  });

  it("are all loaded by later refreshes if they have more pages than one refresh loads", async () => {
    const ids = Array.from({ length: 700 }, (_, index) => index);
    const server = new MemoryServer(Date.UTC(2026, 9, 24, 18, 0, 0), ids, new Set(ids.slice(0, 40)));
    const inbox = new ReadInbox(server, server.utcOffset);
    const since = server.now;
    for (const id of ids) {
      server.now += minuteMs;
      server.write(id, false);
    }
    server.now += minuteMs;
    await inbox.refresh();
    assert.ok(server.requestCount <= 4);
    assert.ok(inbox.hasGap);
    // An artifact of the gap changes again.
    server.write(3, false);
    for (let round = 0; round < 8; round += 1) {
      server.now += 5 * minuteMs;
      await inbox.refresh();
    }
    assert.ok(!inbox.hasGap);
    assert.deepEqual(
      inbox.shown.toSorted((one, other) => one - other),
      server.listExpected(since),
    );
  });

  it("are all loaded if more artifacts than one refresh loads changed in the same second", async () => {
    const ids = Array.from({ length: 600 }, (_, index) => index);
    const server = new MemoryServer(Date.UTC(2026, 5, 1, 12, 0, 0), ids, new Set(ids));
    const inbox = new ReadInbox(server, undefined);
    const since = server.now;
    server.now += minuteMs;
    for (const id of ids) server.write(id, false);
    for (let round = 0; round < 12; round += 1) {
      server.now += 5 * minuteMs;
      server.write(round, false);
      await inbox.refresh();
    }
    assert.ok(!inbox.hasGap);
    assert.deepEqual(
      inbox.shown.toSorted((one, other) => one - other),
      server.listExpected(since),
    );
  });

  it("after an artifact with a time in the future are found", async () => {
    const server = new MemoryServer(Date.UTC(2030, 0, 1), [1, 2], new Set([1, 2]));
    server.write(1, false);
    server.now = Date.UTC(2026, 5, 1);
    const inbox = new ReadInbox(server, server.utcOffset);
    await inbox.refresh();
    server.now += hourMs;
    server.write(2, false);
    await inbox.refresh();
    assert.ok(inbox.shown.includes(2));
  });
});
