import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildForPackage } from "../../support/bundles.ts";
import { repositoryRoot } from "../../support/repositoryRoot.ts";
import { recordFigure } from "../support/runSettings.ts";

interface Manifest {
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Licenses whose terms are met by a notice. */
const permissiveLicense =
  /^(?:MIT|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD|CC-BY-4\.0|MPL-2\.0 OR Apache-2\.0|\(MPL-2\.0 OR Apache-2\.0\))$/;

async function readManifest(name: string): Promise<Manifest> {
  return JSON.parse(
    await readFile(join(repositoryRoot, "node_modules", name, "package.json"), "utf8"),
  ) as Manifest;
}

describe("third-party packages in the bundles", function () {
  let folder: string;
  let packages: readonly string[];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "hostile-bundles-"));
    const bundles = await buildForPackage(folder);
    const inputs = bundles.getSources(...bundles.files);
    packages = [
      ...new Set(inputs.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])),
    ].sort();
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it("are listed in the notices with version and license", async () => {
    const notices = await readFile(join(folder, "THIRD-PARTY-NOTICES.txt"), "utf8");
    const problems: string[] = [];
    for (const name of packages) {
      const { version, license = "none" } = await readManifest(name);
      if (!notices.includes(`\n${name} ${version}`)) {
        problems.push(`${name} ${version} is not in the notices`);
      }
      if (!permissiveLicense.test(license)) problems.push(`${name} has the license ${license}`);
      const after = notices.split(`\n${name} ${version}`)[1] ?? "";
      if (!after.slice(0, 400).includes(license)) problems.push(`${name} is listed without ${license}`);
      if (after.trim().length < 200) problems.push(`${name} is listed without the text of its license`);
    }
    recordFigure("violations", problems.length);
    recordFigure("bundled packages", packages.length);
    assert.deepEqual(problems, []);
    assert.ok(packages.length > 8);
  });

  it("are direct or indirect dependencies, the direct ones with an exact version", async () => {
    const own = JSON.parse(await readFile(join(repositoryRoot, "package.json"), "utf8")) as Manifest;
    const dependencies = new Set(Object.keys(own.dependencies ?? {}));
    // The set grows during the iteration.
    for (const name of dependencies) {
      for (const indirect of Object.keys((await readManifest(name)).dependencies ?? {})) {
        dependencies.add(indirect);
      }
    }
    assert.deepEqual(
      packages.filter((name) => !dependencies.has(name)),
      [],
    );
    assert.deepEqual(
      Object.entries(own.dependencies ?? {}).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version)),
      [],
    );
  });

  it("have no vulnerability known to the registry", function () {
    const audit = spawnSync(
      "npm",
      ["audit", "--omit=dev", "--json", "--fetch-timeout=20000", "--fetch-retries=0"],
      {
        cwd: repositoryRoot,
        encoding: "utf8",
        timeout: 60_000,
      },
    );
    const report = ((): {
      readonly metadata?: { readonly vulnerabilities?: { readonly total?: number } };
    } => {
      try {
        return JSON.parse(audit.stdout) as never;
      } catch {
        return {};
      }
    })();
    const total = report.metadata?.vulnerabilities?.total;
    // Not every registry supports audits, and some machines have no registry.
    if (total === undefined) this.skip();
    recordFigure("violations", total);
    assert.equal(total, 0, audit.stdout);
  });
});
