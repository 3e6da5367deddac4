import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "../../support/processes.ts";
import { repositoryRoot } from "../../support/repositoryRoot.ts";
import {
  installFromLockfile,
  getLockfileFolder,
  getVscodeVersion,
} from "../../support/window/installVscode.ts";

interface Entry {
  readonly version?: string;
  readonly link?: boolean;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
}

async function getEntries(folder: string): Promise<readonly (readonly [path: string, entry: Entry])[]> {
  const text = await readFile(join(folder, "package-lock.json"), "utf8");
  const { packages } = JSON.parse(text) as { readonly packages: Readonly<Record<string, Entry>> };
  return Object.entries(packages).filter(([path, { link }]) => path !== "" && link !== true);
}

const lockfiles = [
  ["the repository", repositoryRoot],
  ["the newest VS Code", getLockfileFolder("newest")],
  ["the newest VS Code's server", join(getLockfileFolder("newest"), "server")],
  ["the oldest VS Code", getLockfileFolder("oldest")],
  ["the oldest VS Code's server", join(getLockfileFolder("oldest"), "server")],
] as const;

describe("lockfiles", () => {
  for (const [name, folder] of lockfiles) {
    it(`of ${name} have a hash for every package, and no registry`, async () => {
      const entries = await getEntries(folder);
      assert.ok(entries.length > 100);
      const withoutHash = entries.filter(([, { integrity = "" }]) => !/^sha512-\S{88}$/.test(integrity));
      assert.deepEqual(
        withoutHash.map(([path]) => path),
        [],
      );
      assert.deepEqual(
        entries.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path),
        [],
      );
    });
  }

  it("name the VS Code versions that tests run in", async () => {
    for (const age of ["newest", "oldest"] as const) {
      const found = (await getEntries(getLockfileFolder(age))).find(
        ([path]) => path === "node_modules/code-server",
      );
      assert.equal(
        found?.[1].version?.split(".").slice(1).join("."),
        getVscodeVersion(age).replace(/^1\./, ""),
      );
    }
  });

  it("leave no install script that would download something without a hash", async () => {
    // `npm install` runs no other install scripts. esbuild's only checks that the package of the platform is installed.
    const manifest = JSON.parse(await readFile(join(repositoryRoot, "package.json"), "utf8")) as {
      readonly allowScripts: Readonly<Record<string, boolean>>;
    };
    const allowed = Object.entries(manifest.allowScripts).filter(([, isAllowed]) => isAllowed);
    assert.deepEqual(
      allowed.map(([name]) => name),
      ["esbuild"],
    );
  });
});

describe("installing from a lockfile", function () {
  let folder = "";
  let registry = "";
  let tarball = Buffer.alloc(0);
  const server = createServer((request, response) => {
    if (request.url?.endsWith(".tgz") === true) {
      response.end(tarball);
      return;
    }
    const dist = {
      tarball: `${registry}/tide-table/-/tide-table-1.0.0.tgz`,
      integrity: computeHash(tarball),
    };
    const version = { name: "tide-table", version: "1.0.0", dist };
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        name: "tide-table",
        "dist-tags": { latest: "1.0.0" },
        versions: { "1.0.0": version },
      }),
    );
  });

  function computeHash(bytes: Buffer): string {
    return `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "artifacts-lock-"));
    await mkdir(join(folder, "package"));
    await writeFile(join(folder, "package", "package.json"), '{"name":"tide-table","version":"1.0.0"}');
    await runCommand("tar", ["-czf", "tide-table.tgz", "package"], { cwd: folder });
    tarball = await readFile(join(folder, "tide-table.tgz"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  after(async () => {
    server.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function install(name: string, integrity: string): Promise<string> {
    const packages = join(folder, `${name}-locked`);
    const target = join(folder, name);
    await mkdir(packages);
    const manifest = { private: true, dependencies: { "tide-table": "1.0.0" } };
    await writeFile(join(packages, "package.json"), JSON.stringify(manifest));
    const locked = { "": manifest, "node_modules/tide-table": { version: "1.0.0", integrity } };
    await writeFile(
      join(packages, "package-lock.json"),
      JSON.stringify({ lockfileVersion: 3, requires: true, packages: locked }),
    );
    await installFromLockfile(packages, target, {
      ...process.env,
      npm_config_registry: registry,
      npm_config_cache: join(folder, `${name}-cache`),
    });
    return readFile(join(target, "node_modules", "tide-table", "package.json"), "utf8");
  }

  it("accepts a package with the hash of the lockfile", async () => {
    assert.match(await install("right", computeHash(tarball)), /tide-table/);
  });

  it("rejects a package with another hash, whatever the registry says", async () => {
    await assert.rejects(install("wrong", computeHash(Buffer.from("another"))), /EINTEGRITY/);
  });
});
