import assert from "node:assert/strict";
import { Downloads, type DownloadsProgress } from "../../../../src/store/attachments/downloads.ts";
import { until } from "../../../support/wait.ts";
import { chunk, DownloadStage, memoryOf } from "./downloadStage.ts";

describe("several attachments at once", () => {
  let stage: DownloadStage;
  beforeEach(async () => {
    stage = await DownloadStage.open();
  });
  afterEach(() => stage.close());

  it("have one progress, up to all of their bytes, and no more than four requests on their way", async () => {
    const files = [3 * chunk, 2 * chunk + 5, 0, 1, 4 * chunk, 10].map((size, index) =>
      stage.add(size, `${index}.bin`),
    );
    const total = 9 * chunk + 16;
    const told: DownloadsProgress[] = [];
    const outcomes = await stage.saveAll(files, { onProgress: (progress) => told.push(progress) });
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      files.map(() => "saved"),
    );
    assert.deepEqual(
      await stage.added(),
      Object.fromEntries(files.map(({ file, sha256 }) => [file.name, sha256])),
    );
    const { pace: _pace, ...last } = told.at(-1) ?? assert.fail("nothing was told");
    assert.deepEqual(last, { bytes: total, total, ended: files.length });
    assert.ok(told.every(({ bytes }, index) => bytes >= (told[index - 1]?.bytes ?? 0)));
    assert.ok(stage.server.mostInFlight <= 4);
  });

  it("tell their pace by the clock that they are given, and not of bytes that were there before", async () => {
    const added = stage.add(4 * chunk, "a.bin");
    const heal = stage.spoil({ kind: "drop" }, { path: /offset=2097152/ });
    assert.equal((await stage.save(added)).kind, "failed");
    heal();
    let now = 50_000;
    const clock = (): number => (now += 1000);
    const downloads = new Downloads({ memory: memoryOf(stage.kept), now: clock });
    const told: DownloadsProgress[] = [];
    await stage.save(added, { downloads, onProgress: (progress) => told.push(progress) });
    assert.equal(told[0]?.bytes, 2 * chunk);
    assert.equal(told[0].pace, undefined);
    const rates = told.flatMap(({ pace }) => pace?.rate ?? []);
    // Every look at the clock is a second, and there are two for a chunk.
    assert.ok(rates.length > 0 && rates.every((rate) => rate > 0 && rate <= chunk), rates.join());
    assert.equal(told.at(-1)?.pace?.secondsLeft, 0);
  });

  it("are told of no more often than somebody could read", async () => {
    const downloads = new Downloads({ memory: memoryOf(stage.kept), now: () => 1 });
    let told = 0;
    await stage.save(stage.add(8 * chunk), { downloads, onProgress: () => (told += 1) });
    // The beginning and the end: the clock stands still between.
    assert.equal(told, 2);
  });

  it("don't stop because one of them fails, whose bytes are no longer waited for", async () => {
    const [good, bad, other] = [
      stage.add(2 * chunk, "good"),
      stage.add(3 * chunk, "bad"),
      stage.add(chunk, "other"),
    ];
    stage.spoil(
      { kind: "status", status: 403 },
      { path: new RegExp(`artifact_files/${bad.file.id}.*offset=1048576`) },
    );
    const told: DownloadsProgress[] = [];
    const outcomes = await stage.saveAll([good, bad, other], {
      onProgress: (progress) => told.push(progress),
    });
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      ["saved", "failed", "saved"],
    );
    const { bytes, total } = told.at(-1) ?? assert.fail("nothing was told");
    assert.deepEqual([bytes, total], [4 * chunk, 4 * chunk]);
    const { "bad.part": _part, ...whole } = await stage.added();
    assert.deepEqual(whole, { good: good.sha256, other: other.sha256 });
  });

  it("end all with one cancel, those that have not begun too, and leave nothing but what was whole", async () => {
    const done = stage.add(5, "done");
    const files = Array.from({ length: 6 }, (_, index) => stage.add(3 * chunk, `${index}`));
    stage.spoil({ kind: "hang" }, { path: /offset=1048576/ });
    const abort = new AbortController();
    let ended = 0;
    const saving = stage.saveAll([done, ...files], {
      signal: abort.signal,
      onProgress: (progress) => {
        ended = progress.ended;
      },
    });
    await until("the small one is there and others hang", () => ended === 1 && stage.server.inFlight >= 4);
    abort.abort();
    const [first, ...others] = await saving;
    assert.equal(first?.kind, "saved");
    assert.deepEqual(
      others,
      files.map(() => ({ kind: "cancelled" })),
    );
    assert.deepEqual([await stage.added(), stage.kept.size], [{ done: done.sha256 }, 0]);
  });

  it("of the same name, or of one that differs in case only, are all there", async () => {
    const files = ["a.txt", "A.TXT", "a.txt"].map((name, index) => stage.add(index + 1, name));
    const outcomes = await stage.saveAll(files);
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      ["saved", "saved", "saved"],
    );
    const hashes = Object.entries(await stage.added());
    assert.equal(new Set(hashes.map(([name]) => name.toLowerCase())).size, 3);
    assert.deepEqual(hashes.map(([, hash]) => hash).toSorted(), files.map(({ sha256 }) => sha256).toSorted());
  });
});
