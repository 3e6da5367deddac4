import assert from "node:assert/strict";
import { Downloads, type DownloadProgress } from "../../../../src/store/attachments/downloads.ts";
import { waitUntil } from "../../../support/wait.ts";
import { chunkSize, DownloadFixture, createMemento } from "./downloadFixture.ts";

describe("downloading several attachments", () => {
  let fixture: DownloadFixture;
  beforeEach(async () => {
    fixture = await DownloadFixture.open();
  });
  afterEach(() => fixture.close());

  it("reports the progress of all bytes, with at most five requests in flight", async () => {
    const files = [3 * chunkSize, 2 * chunkSize + 5, 0, 1, 4 * chunkSize, 10].map((size, index) =>
      fixture.addFile(size, `${index}.bin`),
    );
    const total = 9 * chunkSize + 16;
    const reports: DownloadProgress[] = [];
    const outcomes = await fixture.saveAll(files, { onProgress: (progress) => reports.push(progress) });
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      files.map(() => "saved"),
    );
    assert.deepEqual(
      await fixture.hashDownloadedFiles(),
      Object.fromEntries(files.map(({ file, sha256 }) => [file.name, sha256])),
    );
    const { pace: _pace, ...last } = reports.at(-1) ?? assert.fail("no progress reported");
    assert.deepEqual(last, { bytes: total, total, finishedFiles: files.length });
    assert.ok(reports.every(({ bytes }, index) => bytes >= (reports[index - 1]?.bytes ?? 0)));
    assert.ok(fixture.server.maxRequestsInFlight <= 5);
  });

  it("measures the rate by the given clock, without bytes that were present before", async () => {
    const added = fixture.addFile(4 * chunkSize, "a.bin");
    const removeFault = fixture.addFault({ kind: "drop" }, { path: /offset=2097152/ });
    assert.equal((await fixture.save(added)).kind, "failed");
    removeFault();
    let now = 50_000;
    const clock = (): number => (now += 1000);
    const downloads = new Downloads({ memento: createMemento(fixture.storedState), now: clock });
    const reports: DownloadProgress[] = [];
    await fixture.save(added, { downloads, onProgress: (progress) => reports.push(progress) });
    assert.equal(reports[0]?.bytes, 2 * chunkSize);
    assert.equal(reports[0].pace, undefined);
    const rates = reports.flatMap(({ pace }) => pace?.bytesPerSecond ?? []);
    // Each call of the clock is a second, and there are two for a chunk.
    assert.ok(rates.length > 0 && rates.every((rate) => rate > 0 && rate <= chunkSize), rates.join());
    assert.equal(reports.at(-1)?.pace?.secondsLeft, 0);
  });

  it("limits how often progress is reported", async () => {
    const downloads = new Downloads({ memento: createMemento(fixture.storedState), now: () => 1 });
    let reports = 0;
    await fixture.save(fixture.addFile(8 * chunkSize), { downloads, onProgress: () => (reports += 1) });
    // Only start and end, because the clock doesn't advance.
    assert.equal(reports, 2);
  });

  it("continues after a failed file, whose missing bytes no longer count", async () => {
    const [first, failing, last] = [
      fixture.addFile(2 * chunkSize, "good"),
      fixture.addFile(3 * chunkSize, "bad"),
      fixture.addFile(chunkSize, "other"),
    ];
    fixture.addFault(
      { kind: "status", status: 403 },
      { path: new RegExp(`artifact_files/${failing.file.id}.*offset=1048576`) },
    );
    const reports: DownloadProgress[] = [];
    const outcomes = await fixture.saveAll([first, failing, last], {
      onProgress: (progress) => reports.push(progress),
    });
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      ["saved", "failed", "saved"],
    );
    const { bytes, total } = reports.at(-1) ?? assert.fail("no progress reported");
    assert.deepEqual([bytes, total], [4 * chunkSize, 4 * chunkSize]);
    const { "bad.part": _part, ...complete } = await fixture.hashDownloadedFiles();
    assert.deepEqual(complete, { good: first.sha256, other: last.sha256 });
  });

  it("cancels all files, including those not started, and leaves only complete files", async () => {
    const done = fixture.addFile(5, "done");
    const files = Array.from({ length: 6 }, (_, index) => fixture.addFile(3 * chunkSize, `${index}`));
    fixture.addFault({ kind: "hang" }, { path: /offset=1048576/ });
    const abort = new AbortController();
    let finishedFiles = 0;
    const download = fixture.saveAll([done, ...files], {
      signal: abort.signal,
      onProgress: (progress) => {
        finishedFiles = progress.finishedFiles;
      },
    });
    await waitUntil(
      "small file saved, others hanging",
      () => finishedFiles === 1 && fixture.server.requestsInFlight >= 4,
    );
    abort.abort();
    const [first, ...canceled] = await download;
    assert.equal(first?.kind, "saved");
    assert.deepEqual(
      canceled,
      files.map(() => ({ kind: "canceled" })),
    );
    assert.deepEqual(
      [await fixture.hashDownloadedFiles(), fixture.storedState.size],
      [{ done: done.sha256 }, 0],
    );
  });

  it("saves all files with the same name, or names that differ only in case", async () => {
    const files = ["a.txt", "A.TXT", "a.txt"].map((name, index) => fixture.addFile(index + 1, name));
    const outcomes = await fixture.saveAll(files);
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      ["saved", "saved", "saved"],
    );
    const hashes = Object.entries(await fixture.hashDownloadedFiles());
    assert.equal(new Set(hashes.map(([name]) => name.toLowerCase())).size, 3);
    assert.deepEqual(hashes.map(([, hash]) => hash).toSorted(), files.map(({ sha256 }) => sha256).toSorted());
  });
});
