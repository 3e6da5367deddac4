// Lists the simulator's routes: a recording of one of them needs a reproduction.
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "../support/repositoryRoot.ts";
import { parseAddress, matchPath } from "./resourceAddress.ts";
import { toList, toObject } from "./rawJson.ts";
import { getHeader } from "./recording.ts";
import type { Recording } from "./recording.ts";

interface SimulatorRoute {
  readonly method: string;
  readonly path: string;
}

export async function listSimulatorRoutes(): Promise<readonly SimulatorRoute[]> {
  const folder = join(repositoryRoot, "test", "simulator", "product", "routes");
  // Files are transferred outside the API, without a route table.
  const routes: SimulatorRoute[] = [
    { method: "GET", path: "/plugins/tracker/attachments/{name}" },
    ...["GET", "PATCH", "DELETE"].map((method) => ({ method, path: "/uploads/tracker/file/{id}" })),
  ];
  for await (const file of glob("*.ts", { cwd: folder })) {
    const exported: unknown = await import(join(folder, file));
    for (const candidate of Object.values(toObject(exported)).flatMap(toList)) {
      const { method, path, handle } = toObject(candidate);
      if (typeof method === "string" && typeof path === "string" && typeof handle === "function") {
        routes.push({ method, path });
      }
    }
  }
  return routes;
}

/** HEAD is a GET, every path has OPTIONS, and a header may override the method. */
export function isSimulated({ request }: Recording, routes: readonly SimulatorRoute[]): boolean {
  const { method, path } = parseAddress(request);
  const effectiveMethod =
    getHeader(request.headers, "x-http-method-override") ?? (method === "HEAD" ? "GET" : method);
  return routes.some(
    (route) =>
      (effectiveMethod === "OPTIONS" || route.method === effectiveMethod) &&
      matchPath(route.path, path) !== undefined,
  );
}
