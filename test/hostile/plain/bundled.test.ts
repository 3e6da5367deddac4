import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildForPackage } from "../../support/bundles.ts";
import { repository } from "../../support/repository.ts";
import { note } from "../support/plan.ts";

interface Manifest {
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Licences whose terms are met by a notice. */
const free =
  /^(?:MIT|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD|CC-BY-4\.0|MPL-2\.0 OR Apache-2\.0|\(MPL-2\.0 OR Apache-2\.0\))$/;

async function manifestOf(name: string): Promise<Manifest> {
  return JSON.parse(
    await readFile(join(repository, "node_modules", name, "package.json"), "utf8"),
  ) as Manifest;
}

describe("what is not ours in the bundles", function () {
  let folder: string;
  let packages: readonly string[];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "hostile-bundles-"));
    const bundles = await buildForPackage(folder);
    const inputs = bundles.sourcesOf(...bundles.files);
    packages = [
      ...new Set(inputs.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])),
    ].sort();
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it("stands in the notices with the version and the licence that it has", async () => {
    const notices = await readFile(join(folder, "THIRD-PARTY-NOTICES.txt"), "utf8");
    const wrong: string[] = [];
    for (const name of packages) {
      const { version, license = "none" } = await manifestOf(name);
      if (!notices.includes(`\n${name} ${version}`)) wrong.push(`${name} ${version} is not in the notices`);
      if (!free.test(license)) wrong.push(`${name} has the licence ${license}`);
      const after = notices.split(`\n${name} ${version}`)[1] ?? "";
      if (!after.slice(0, 400).includes(license)) wrong.push(`${name} does not say ${license}`);
      if (after.trim().length < 200) wrong.push(`${name} has no text of its licence`);
    }
    note("violations", wrong.length);
    note("bundled packages", packages.length);
    assert.deepEqual(wrong, []);
    assert.ok(packages.length > 8);
  });

  it("is asked for by us, or by something that we ask for, and by an exact version", async () => {
    const own = JSON.parse(await readFile(join(repository, "package.json"), "utf8")) as Manifest;
    const asked = new Set(Object.keys(own.dependencies ?? {}));
    // A set grows while it is walked through.
    for (const name of asked) {
      for (const other of Object.keys((await manifestOf(name)).dependencies ?? {})) asked.add(other);
    }
    assert.deepEqual(
      packages.filter((name) => !asked.has(name)),
      [],
    );
    assert.deepEqual(
      Object.entries(own.dependencies ?? {}).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version)),
      [],
    );
  });

  it("has no weakness that the registry knows of", function () {
    const audit = spawnSync(
      "npm",
      ["audit", "--omit=dev", "--json", "--fetch-timeout=20000", "--fetch-retries=0"],
      {
        cwd: repository,
        encoding: "utf8",
        timeout: 60_000,
      },
    );
    const told = ((): { readonly metadata?: { readonly vulnerabilities?: { readonly total?: number } } } => {
      try {
        return JSON.parse(audit.stdout) as never;
      } catch {
        return {};
      }
    })();
    const total = told.metadata?.vulnerabilities?.total;
    // Not every registry answers this, and some machines have none.
    if (total === undefined) this.skip();
    note("violations", total);
    assert.equal(total, 0, audit.stdout);
  });
});
