import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Probed } from "../bodyProbe.ts";
import { bodies, serveBody, serveLargePages, servePages } from "../support/bodies.ts";
import { inShortOrFull, note } from "../support/plan.ts";

const mostMiB = 64;
const run = promisify(execFile);

interface Question {
  readonly api: string;
  readonly what: string;
}

/** In a process of its own, whose memory is its own. */
async function probe(questions: readonly Question[]): Promise<readonly Probed[]> {
  const script = join(import.meta.dirname, "..", "bodyProbe.ts");
  const args = questions.flatMap(({ api, what }) => [api, what]);
  const { stdout } = await run(process.execPath, ["--expose-gc", script, ...args], { timeout: 100_000 });
  note("bodies", questions.length);
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Probed);
}

function assertSmall({ peakMiB, keptMiB, outcome }: Probed): void {
  const isSmall = peakMiB < mostMiB && keptMiB < mostMiB;
  if (!isSmall) note("violations", 1);
  assert.ok(isSmall, `it grew by ${peakMiB} MiB and kept ${keptMiB} MiB: ${outcome}`);
}

/** What is asked for, what is answered, and what has to come of it. */
const cases: readonly (readonly [what: string, body: keyof typeof bodies, outcome: string | RegExp])[] = [
  ["list", "a gigabyte of JSON", "notUnderstood tooLarge"],
  ["list", "a gigabyte of JSON of known length", "notUnderstood tooLarge"],
  ["list", "a gigabyte of an error", "notUnderstood tooLarge"],
  ["list", "a gigabyte of a web page", /wrongServer|tooLarge/],
  ["list", "a gigabyte of XML", "notUnderstood tooLarge"],
  ["raw", "a gigabyte of JSON", /characters, cut$/],
  ["raw", "a gigabyte of an error", "wrongServer"],
  ["image", "a gigabyte of a picture", "notUnderstood tooLarge"],
  ["image", "a gigabyte of JSON", "notUnderstood shape"],
  ["file", "a gigabyte of a file", "notUnderstood tooLarge"],
  ["update", "a gigabyte of JSON", "outcomeUnknown"],
  ["list", "deep arrays", "notUnderstood json"],
  ["list", "deep arrays that end", "notUnderstood json"],
  ["artifact", "deep objects", "notUnderstood json"],
  ["artifact", "deep elements", "notUnderstood xml"],
  ["list", "many empty objects", "notUnderstood json"],
  ["list", "more than a page has", "notUnderstood tooLarge"],
  ["list", "many numbers", "notUnderstood json"],
  ["artifact", "many members", "notUnderstood json"],
  ["artifact", "many elements", "notUnderstood xml"],
  ["artifact", "a billion laughs", "notUnderstood xml"],
  ["artifact", "a file of this machine", "notUnderstood xml"],
  ["artifact", "members of all objects", "1 values"],
  ["artifact", "elements of all objects", "notUnderstood xml"],
  ["artifact", "characters without an end", "notUnderstood xml"],
  ["list", "a bomb of zeros", "notUnderstood json"],
  ["list", "a bomb of brackets", "notUnderstood json"],
  ["list", "a coding that nobody asked for", "notUnderstood json"],
  ["list", "numbers that are none", "notUnderstood json"],
  ["list", "numbers beyond all", "2 read"],
];

/** Each process takes seconds to start; what some of them leave behind is small beside what they must not take. */
const casesAtOnce = 6;
const groups = Array.from({ length: Math.ceil(cases.length / casesAtOnce) }, (_, at) =>
  cases.slice(at * casesAtOnce, (at + 1) * casesAtOnce),
);

describe("an answer that is meant to use us up", function () {
  for (const group of groups) {
    it(`is refused without being kept: ${group.map(([what, name]) => `${name}, for ${what}`).join("; ")}`, async () => {
      const servers = await Promise.all(
        group.map(([, name]) => serveBody(bodies[name] ?? assert.fail(`There is no ${name}.`))),
      );
      try {
        const questions = servers.map(({ api }, at) => ({ api, what: group[at]?.[0] ?? "" }));
        for (const [at, probed] of (await probe(questions)).entries()) {
          const [, name, expected = ""] = group[at] ?? [];
          if (typeof expected === "string") assert.equal(probed.outcome, expected, name);
          else assert.match(probed.outcome, expected);
          assertSmall(probed);
        }
      } finally {
        await Promise.all(servers.map((server) => server.close()));
      }
    });
  }

  // What is kept at most, and one answer on top of it, which is read before it is known to be too much.
  const largePages = [
    ["allProjects", "5 read, then listTooLarge", 64 + 16],
    ["allRows", "5 read, then listTooLarge", 64 + 16],
    ["manyLists", "25 read", 128 + 16],
  ] as const;

  for (const [what, outcome, mostKept] of largePages) {
    it(`is pages of 15 MiB, and ${what} keeps no more than ${mostKept} MiB of them`, async () => {
      const server = await serveLargePages();
      try {
        const [probed] = await probe([{ api: server.api, what }]);
        assert.ok(probed);
        assert.equal(probed.outcome, outcome);
        const kept = probed.keptMiB;
        if (kept >= mostKept) note("violations", 1);
        assert.ok(kept < mostKept, `it kept ${kept} MiB`);
      } finally {
        await server.close();
      }
    });
  }

  it("is pages without end, of whatever size and limit", async () => {
    const sizes = ["999999999999999", "NaN", "-1", "1e999", "9".repeat(400), "", " 50 ", "0x7fffffff"];
    const limits = ["50", "-50", "NaN", "0", "1", "99999999999999999999"];
    const pairs = sizes.flatMap((size) => limits.map((limit) => ({ size, limit })));
    // Each of them asks for a hundred pages where nothing stops it.
    const some = pairs.filter((_, at) => at % inShortOrFull(5, 1) === 0);
    const servers = await Promise.all(
      some.map(({ size, limit }) => servePages({ "x-pagination-size": size, "x-pagination-limit": limit })),
    );
    try {
      const all = await probe(servers.map(({ api }) => ({ api, what: "allProjects" })));
      assert.equal(all.length, servers.length);
      for (const probed of all) {
        assert.match(probed.outcome, /^\d+ read$/);
        assertSmall(probed);
      }
      for (const server of servers) assert.ok(server.asked() <= 110, `it was asked ${server.asked()} times`);
    } finally {
      await Promise.all(servers.map((server) => server.close()));
    }
  });
});
