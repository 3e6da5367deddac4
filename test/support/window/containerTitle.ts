import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

interface Manifest {
  readonly contributes?: {
    readonly viewsContainers?: { readonly activitybar?: readonly { readonly title: string }[] };
  };
}

/** The title of an extension's view container in the given language. */
export async function readContainerTitle(
  extension: string,
  language: string | undefined,
): Promise<string | undefined> {
  const manifest = (await readJson(join(extension, "package.json"))) as Manifest;
  const title = manifest.contributes?.viewsContainers?.activitybar?.[0]?.title;
  const key = /^%(.*)%$/.exec(title ?? "")?.[1];
  if (key === undefined) return title;
  const translated = join(extension, `package.nls.${language ?? "en"}.json`);
  const texts = await readJson(existsSync(translated) ? translated : join(extension, "package.nls.json"));
  return (texts as Readonly<Record<string, string>>)[key];
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, "utf8"));
}
