// The folder that a setting means for the attachments of an artifact.
import * as native from "node:path";
import { type PlatformPath, posix } from "node:path";

export interface FolderValues {
  /** What the workspace says; anybody may have written that. */
  readonly workspace: string | undefined;
  /** What the person says, or what is usual. */
  readonly person: string;
}

export interface Surroundings {
  /** Path of the folder that is open; undefined without one. */
  readonly workspaceFolder: string | undefined;
  readonly artifactId: number;
  /** Of the system that the paths belong to. */
  readonly paths: PlatformPath;
}

export interface AttachmentFolder {
  readonly path: string;
  /** Up to where it is the same for every artifact. */
  readonly shared: string;
  readonly isInWorkspace: boolean;
}

/** Of a workspace that is no folder of this machine paths are written as in addresses. */
export function pathsOf(scheme: string): PlatformPath {
  return scheme === "file" ? native : posix;
}

const idMark = "${id}";
const folderMark = "${workspaceFolder}";

/** What lies there is run, or obeyed, by programs; a short name of old systems can stand for any of them. */
function isPowerful(step: string): boolean {
  const name = step
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .toLowerCase();
  return (name.startsWith(".") && name !== ".artifacts") || name === "node_modules" || /~\d/.test(name);
}

/** The steps from one folder down to another; undefined where it is not below. */
function stepsTo(paths: PlatformPath, root: string, path: string): readonly string[] | undefined {
  const way = paths.relative(root, path);
  const steps = way.split(paths.sep);
  return steps[0] === ".." || paths.isAbsolute(way) ? undefined : steps;
}

/** Undefined where it takes a workspace, and there is none. */
function resolved(value: string, around: Surroundings): AttachmentFolder | undefined {
  const { workspaceFolder, artifactId, paths } = around;
  const isInFolder = !paths.isAbsolute(value) || value.includes(folderMark);
  if (isInFolder && workspaceFolder === undefined) return undefined;
  const text = value.replaceAll(folderMark, () => workspaceFolder ?? "");
  const whole = (part: string): string =>
    paths.isAbsolute(part) ? paths.resolve(part) : paths.resolve(workspaceFolder ?? "", part);
  const path = whole(text.replaceAll(idMark, String(artifactId)));
  // What the number is a part of is another one for each.
  const before = text.includes(idMark) ? text.slice(0, text.indexOf(idMark)).replace(/[^\\/]*$/, "") : text;
  const steps = workspaceFolder === undefined ? undefined : stepsTo(paths, workspaceFolder, path);
  return { path, shared: whole(before), isInWorkspace: steps !== undefined };
}

function isHarmless(
  { path, isInWorkspace }: AttachmentFolder,
  { workspaceFolder, paths }: Surroundings,
): boolean {
  const steps = stepsTo(paths, workspaceFolder ?? "", path) ?? [];
  return isInWorkspace && !steps.some(isPowerful);
}

/**
 * A workspace comes from anywhere: what it says counts only where it stays inside. Undefined where the person has to be
 * asked.
 */
export function attachmentFolder(values: FolderValues, around: Surroundings): AttachmentFolder | undefined {
  const suggested = values.workspace === undefined ? undefined : resolved(values.workspace, around);
  const isTaken = suggested !== undefined && isHarmless(suggested, around);
  return isTaken ? suggested : resolved(values.person, around);
}
