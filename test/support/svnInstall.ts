import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { atEnd } from "./ending.ts";
import { runCommand } from "./processes.ts";
import { repository } from "./repository.ts";
import { type Svn, svnOnPath } from "./workingCopies.ts";

/** What Debian's package needs beside what every machine has. */
const packages = /^(subversion|lib(svn|apr|aprutil|serf|utf8proc)[\w.-]*)$/;

/**
 * Whatever this machine's configuration allows: a package is taken only if a list that the distribution has signed names its
 * hash. No version or hash is pinned here, as both differ by release and architecture and go with every security update.
 */
const onlySigned = [
  "APT::Get::AllowUnauthenticated=false",
  "Acquire::AllowInsecureRepositories=false",
  "Acquire::AllowWeakRepositories=false",
  "Acquire::AllowDowngradeToInsecureRepositories=false",
].flatMap((option) => ["-o", option]);

/**
 * Those on the PATH, else Debian's, unpacked on first use into a folder of the repository, for which nobody has to be root.
 * Where neither is to be had, the reason why.
 */
export async function installSvn(): Promise<Svn | { readonly reason: string }> {
  const there = svnOnPath();
  if (there !== undefined) return there;
  const folder = join(repository, ".vscode-test", "svn");
  try {
    if (!existsSync(folder)) await unpackInto(folder);
  } catch (error) {
    return { reason: `There is no Subversion, and Debian's can't be had: ${String(error).slice(0, 300)}` };
  }
  return { svn: join(folder, "bin", "svn"), svnadmin: join(folder, "bin", "svnadmin") };
}

/** Beside the folder, which is renamed: it is either complete or absent. */
async function unpackInto(folder: string): Promise<void> {
  const beside = `${folder}-${randomUUID()}`;
  const remove = atEnd(() => rm(beside, { recursive: true, force: true, maxRetries: 5 }));
  const bin = join(beside, "bin");
  await mkdir(bin, { recursive: true });
  const tree = await runCommand("apt-cache", ["depends", "--recurse", "--important", "subversion"]);
  const names = new Set(tree.split("\n").filter((line) => packages.test(line)));
  await runCommand("apt-get", [...onlySigned, "download", ...names], { cwd: beside });
  for (const file of (await readdir(beside)).filter((name) => name.endsWith(".deb"))) {
    await runCommand("dpkg", ["-x", file, "."], { cwd: beside });
  }
  const libraries = (await readdir(join(beside, "usr", "lib"))).find((name) => name.includes("linux"));
  for (const name of ["svn", "svnadmin"]) {
    const root = '"$(dirname "$0")/.."';
    const script = `#!/bin/sh\nLD_LIBRARY_PATH=${root}/usr/lib/${libraries} exec ${root}/usr/bin/${name} "$@"\n`;
    await writeFile(join(bin, name), script);
    await chmod(join(bin, name), 0o755);
  }
  await runCommand(join(bin, "svn"), ["--version", "--quiet"]);
  await rename(beside, folder).catch((error: unknown) => {
    // Another run was faster: its folder is as good as ours.
    if (!existsSync(folder)) throw error;
  });
  await remove();
}
