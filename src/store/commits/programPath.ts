import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/**
 * The whole path of a program. The git extension names a bare `git` where that is found on the PATH; it is found here by
 * the same rules, but for folders that are not whole paths: those would be looked for wherever one happens to be.
 */
export function programPath(named: string, path = process.env["PATH"] ?? ""): string {
  if (isAbsolute(named) || /[/\\]/.test(named)) return named;
  const places = path
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, named));
  return places.find(isProgram) ?? named;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
