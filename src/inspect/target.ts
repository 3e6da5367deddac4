import type { ResourceTarget } from "../protocol/commands.ts";

/** Menus of editors and other extensions may call with anything. */
export function isResourceTarget(target: unknown): target is ResourceTarget {
  if (typeof target !== "object" || target === null) return false;
  const about = target as Readonly<Record<string, unknown>>;
  const isNamed =
    typeof about["resource"] === "string" ||
    ["repositoryId", "artifactId", "trackerId", "projectId"].some((name) =>
      Number.isSafeInteger(about[name]),
    );
  return typeof about["siteApi"] === "string" && isNamed;
}

/** The address of what a row stands for. What belongs to something else is asked about before that. */
export function resourceOf(target: ResourceTarget): string {
  if ("resource" in target) return target.resource;
  if ("repositoryId" in target) return `svn/${target.repositoryId}`;
  if ("artifactId" in target) return `artifacts/${target.artifactId}`;
  return "trackerId" in target ? `trackers/${target.trackerId}` : `projects/${target.projectId}`;
}
