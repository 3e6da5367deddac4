// Recorded routes that neither the client nor the simulator has.
import type { Recording } from "./recording.ts";
import { matchPath, parseAddress } from "./resourceAddress.ts";

interface UnusedRoutes {
  readonly topic: string;
  /** Methods and paths. */
  readonly routes: readonly string[];
}

export const unusedRoutes: readonly UnusedRoutes[] = [
  {
    topic: "Git repositories",
    routes: [
      "GET /projects/{id}/git",
      "GET /git/{id}",
      "GET /git/{id}/branches",
      "POST /git/{id}/branches",
      "GET /git/{id}/tags",
      "GET /git/{id}/commits/{reference}",
      "GET /git/{id}/tree",
      "GET /git/{id}/files",
      "POST /git/{id}/statuses/{reference}",
    ],
  },
  {
    topic: "pull requests",
    routes: [
      "GET /git/{id}/pull_requests",
      "POST /pull_requests",
      "GET /pull_requests/{id}",
      "PATCH /pull_requests/{id}",
      "GET /pull_requests/{id}/commits",
      "GET /pull_requests/{id}/files",
      "GET /pull_requests/{id}/file_diff",
      "GET /pull_requests/{id}/comments",
      "POST /pull_requests/{id}/comments",
      "POST /pull_requests/{id}/inline-comments",
      "GET /pull_requests/{id}/timeline",
      "PUT /pull_requests/{id}/reviewers",
      "PATCH /pull_requests/{id}/labels",
      "PATCH /pull_request_comments/{id}",
    ],
  },
  {
    topic: "other routes",
    routes: [
      "GET /trackers/{id}/used_artifact_links",
      "PATCH /artifacts/{id}",
      "DELETE /access_keys/{id}",
      "GET /explorer/swagger",
    ],
  },
];

export function isOfRoute({ request }: Recording, route: string): boolean {
  const { method, path } = parseAddress(request);
  const [routeMethod = "", routePath = ""] = route.split(" ");
  return method === routeMethod && matchPath(routePath, path) !== undefined;
}

/** Where the list is incomplete or outdated. Topics without any recording are in a folder that isn't given. */
export function findListProblems(
  recordings: readonly Recording[],
  unused: readonly Recording[],
): readonly string[] {
  const listed = unusedRoutes.flatMap(({ routes }) => routes);
  const missing = unused
    .filter((each) => !listed.some((route) => isOfRoute(each, route)))
    .map(({ name }) => `nothing uses ${name}, and its route isn't listed`);
  const given = unusedRoutes.filter(({ routes }) =>
    recordings.some((each) => routes.some((route) => isOfRoute(each, route))),
  );
  const outdated = given
    .flatMap(({ routes }) => routes)
    .flatMap((route) => {
      const ofRoute = recordings.filter((each) => isOfRoute(each, route));
      if (ofRoute.length === 0) return [`${route} is listed, but wasn't recorded`];
      return ofRoute.every((each) => unused.includes(each)) ? [] : [`${route} is listed, but used`];
    });
  return [...missing, ...outdated];
}
