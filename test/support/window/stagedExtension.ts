import { cp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createTemporaryFolder } from "../cleanup.ts";
import { runCommand } from "../processes.ts";
import { repositoryRoot } from "../repositoryRoot.ts";

interface Manifest {
  readonly publisher: string;
  readonly name: string;
  readonly version: string;
}

/** `production` is the installed build; `development` has source maps, so that errors have positions in the sources. */
export type BuildKind = "development" | "production";

/** Builds the bundles into a folder of the caller, so that parallel builds don't interfere. */
export async function buildBundles(folder: string, kind: BuildKind): Promise<void> {
  const flags = kind === "production" ? ["--production"] : [];
  await runCommand(process.execPath, ["esbuild.mjs", `--outdir=${folder}`, ...flags], {
    cwd: repositoryRoot,
  });
}

/** Builds the extension and copies the packaged files into a folder of `parent`, named like an installed extension. */
export async function stageExtension(parent: string, kind: BuildKind): Promise<string> {
  const manifest = JSON.parse(await readFile(join(repositoryRoot, "package.json"), "utf8")) as Manifest;
  const target = join(parent, `${manifest.publisher}.${manifest.name}-${manifest.version}`);
  const parts = (await readdir(repositoryRoot)).filter((name) =>
    /^(package(\.nls.*)?\.json|l10n|media)$/.test(name),
  );
  for (const part of parts) await cp(join(repositoryRoot, part), join(target, part), { recursive: true });
  await buildBundles(join(target, "dist"), kind);
  return target;
}

/** The environment variable with the folder of a production build that all processes of a run share. */
const sharedFolderVariable = "ARTIFACTS_STAGED_EXTENSION";

/** Builds what `getSharedExtension` returns in this process and its child processes. */
export async function stageSharedExtension(): Promise<void> {
  process.env[sharedFolderVariable] = await stageExtension(createTemporaryFolder(), "production");
}

/** The folder of the production build; a standalone process builds its own. */
export async function getSharedExtension(): Promise<string> {
  return process.env[sharedFolderVariable] ?? (await stageExtension(createTemporaryFolder(), "production"));
}
