import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ProbeResult } from "../bodyProbe.ts";
import {
  hostileBodies,
  startBodyServer,
  startLargePagesServer,
  startPagesServer,
} from "../support/hostileBodies.ts";
import { pickByLength, recordFigure } from "../support/runSettings.ts";

const maxMiB = 64;
const run = promisify(execFile);

interface ProbeRequest {
  readonly api: string;
  readonly probe: string;
}

/** Runs the probes in a new process, to measure its memory. */
async function runProbes(requests: readonly ProbeRequest[]): Promise<readonly ProbeResult[]> {
  const script = join(import.meta.dirname, "..", "bodyProbe.ts");
  const args = requests.flatMap(({ api, probe }) => [api, probe]);
  const { stdout } = await run(process.execPath, ["--expose-gc", script, ...args], { timeout: 100_000 });
  recordFigure("bodies", requests.length);
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as ProbeResult);
}

function assertSmall({ peakMiB, retainedMiB, outcome }: ProbeResult): void {
  const isSmall = peakMiB < maxMiB && retainedMiB < maxMiB;
  if (!isSmall) recordFigure("violations", 1);
  assert.ok(isSmall, `memory grew by ${peakMiB} MiB, ${retainedMiB} MiB retained: ${outcome}`);
}

/** Probe, response body and expected outcome. */
const cases: readonly (readonly [
  probe: string,
  body: keyof typeof hostileBodies,
  outcome: string | RegExp,
])[] = [
  ["list", "a gigabyte of JSON", "unexpectedResponse tooLarge"],
  ["list", "a gigabyte of JSON of known length", "unexpectedResponse tooLarge"],
  ["list", "a gigabyte of an error", "unexpectedResponse tooLarge"],
  ["list", "a gigabyte of a web page", /wrongServer|tooLarge/],
  ["list", "a gigabyte of XML", "unexpectedResponse tooLarge"],
  ["raw", "a gigabyte of JSON", /characters, cut$/],
  ["raw", "a gigabyte of an error", "wrongServer"],
  ["image", "a gigabyte of a picture", "unexpectedResponse tooLarge"],
  ["image", "a gigabyte of JSON", "unexpectedResponse shape"],
  ["file", "a gigabyte of a file", "unexpectedResponse tooLarge"],
  ["update", "a gigabyte of JSON", "outcomeUnknown"],
  ["list", "deep arrays", "unexpectedResponse json"],
  ["list", "closed deep arrays", "unexpectedResponse json"],
  ["artifact", "deep objects", "unexpectedResponse json"],
  ["artifact", "deep elements", "unexpectedResponse xml"],
  ["list", "many empty objects", "unexpectedResponse json"],
  ["list", "more items than a page", "unexpectedResponse tooLarge"],
  ["list", "many numbers", "unexpectedResponse json"],
  ["artifact", "many members", "unexpectedResponse json"],
  ["artifact", "many elements", "unexpectedResponse xml"],
  ["artifact", "a billion laughs", "unexpectedResponse xml"],
  ["artifact", "an external entity", "unexpectedResponse xml"],
  ["artifact", "prototype members in JSON", "1 values"],
  ["artifact", "prototype elements in XML", "unexpectedResponse xml"],
  ["artifact", "unclosed CDATA", "unexpectedResponse xml"],
  ["list", "a gzip bomb of zeros", "unexpectedResponse json"],
  ["list", "a gzip bomb of brackets", "unexpectedResponse json"],
  ["list", "an unrequested content encoding", "unexpectedResponse json"],
  ["list", "invalid numbers", "unexpectedResponse json"],
  ["list", "out-of-range numbers", "2 read"],
];

/** A process takes seconds to start, so several cases share one; the memory that they retain is small. */
const casesPerProcess = 6;
const groups = Array.from({ length: Math.ceil(cases.length / casesPerProcess) }, (_, index) =>
  cases.slice(index * casesPerProcess, (index + 1) * casesPerProcess),
);

describe("limits for hostile response bodies", function () {
  for (const group of groups) {
    it(`keep memory low: ${group.map(([probe, name]) => `${name}, for ${probe}`).join("; ")}`, async () => {
      const servers = await Promise.all(
        group.map(([, name]) => startBodyServer(hostileBodies[name] ?? assert.fail(`Unknown body ${name}.`))),
      );
      try {
        const requests = servers.map(({ api }, index) => ({ api, probe: group[index]?.[0] ?? "" }));
        for (const [index, result] of (await runProbes(requests)).entries()) {
          const [, name, expected = ""] = group[index] ?? [];
          if (typeof expected === "string") assert.equal(result.outcome, expected, name);
          else assert.match(result.outcome, expected);
          assertSmall(result);
        }
      } finally {
        await Promise.all(servers.map((server) => server.close()));
      }
    });
  }

  // The limit of retained memory plus one response, which is read before its size is known.
  const largePages = [
    ["allProjects", "5 read, then listTooLarge", 64 + 16],
    ["allRows", "5 read, then listTooLarge", 64 + 16],
    ["manyLists", "25 read", 128 + 16],
  ] as const;

  for (const [probe, outcome, maxRetainedMiB] of largePages) {
    it(`retain at most ${maxRetainedMiB} MiB of pages of 15 MiB, for ${probe}`, async () => {
      const server = await startLargePagesServer();
      try {
        const [result] = await runProbes([{ api: server.api, probe }]);
        assert.ok(result);
        assert.equal(result.outcome, outcome);
        const retained = result.retainedMiB;
        if (retained >= maxRetainedMiB) recordFigure("violations", 1);
        assert.ok(retained < maxRetainedMiB, `${retained} MiB retained`);
      } finally {
        await server.close();
      }
    });
  }

  it("bound the number of requests for endless pages with any size and limit", async () => {
    const sizes = ["999999999999999", "NaN", "-1", "1e999", "9".repeat(400), "", " 50 ", "0x7fffffff"];
    const limits = ["50", "-50", "NaN", "0", "1", "99999999999999999999"];
    const pairs = sizes.flatMap((size) => limits.map((limit) => ({ size, limit })));
    // Each pair takes up to a hundred requests.
    const selectedPairs = pairs.filter((_, index) => index % pickByLength(5, 1) === 0);
    const servers = await Promise.all(
      selectedPairs.map(({ size, limit }) =>
        startPagesServer({ "x-pagination-size": size, "x-pagination-limit": limit }),
      ),
    );
    try {
      const results = await runProbes(servers.map(({ api }) => ({ api, probe: "allProjects" })));
      assert.equal(results.length, servers.length);
      for (const result of results) {
        assert.match(result.outcome, /^\d+ read$/);
        assertSmall(result);
      }
      for (const server of servers) {
        assert.ok(server.countRequests() <= 110, `${server.countRequests()} requests`);
      }
    } finally {
      await Promise.all(servers.map((server) => server.close()));
    }
  });
});
