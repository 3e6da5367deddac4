import { cp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "../ending.ts";
import { runCommand } from "../processes.ts";
import { repository } from "../repository.ts";

interface Manifest {
  readonly publisher: string;
  readonly name: string;
  readonly version: string;
}

/** `production` is what a person gets; `development` has maps, so that a failure names lines of the sources. */
export type BuildKind = "development" | "production";

/** Builds the bundles into a folder of the caller's, so that nobody who builds at the same time is in the way. */
export async function buildBundles(folder: string, kind: BuildKind): Promise<void> {
  const flags = kind === "production" ? ["--production"] : [];
  await runCommand(process.execPath, ["esbuild.mjs", `--outdir=${folder}`, ...flags], { cwd: repository });
}

/**
 * Builds the extension and puts what a person would have of it into a folder of `parent` that is named as
 * VS Code names those of installed extensions.
 */
export async function stageExtension(parent: string, kind: BuildKind): Promise<string> {
  const manifest = JSON.parse(await readFile(join(repository, "package.json"), "utf8")) as Manifest;
  const target = join(parent, `${manifest.publisher}.${manifest.name}-${manifest.version}`);
  const parts = (await readdir(repository)).filter((name) =>
    /^(package(\.nls.*)?\.json|l10n|media)$/.test(name),
  );
  for (const part of parts) await cp(join(repository, part), join(target, part), { recursive: true });
  await buildBundles(join(target, "dist"), kind);
  return target;
}

/** The environment variable with the folder of a production build that the processes of one run share. */
const sharedVariable = "ARTIFACTS_STAGED_EXTENSION";

/** Builds what `sharedExtension` gives to this process and to those that it starts. */
export async function shareStagedExtension(): Promise<void> {
  process.env[sharedVariable] = await stageExtension(temporaryFolder(), "production");
}

/** The folder of the production build; a process that runs by itself makes its own. */
export async function sharedExtension(): Promise<string> {
  return process.env[sharedVariable] ?? (await stageExtension(temporaryFolder(), "production"));
}
