// The routes that the simulator has, from its own tables: a recording of one of them needs a row.
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "../support/repository.ts";
import { addressOf, partsOf } from "./address.ts";
import { list, object } from "./raw.ts";
import { headerOf } from "./recording.ts";
import type { Recording } from "./recording.ts";

interface SimulatorRoute {
  readonly method: string;
  readonly path: string;
}

export async function simulatorRoutes(): Promise<readonly SimulatorRoute[]> {
  const folder = join(repository, "test", "simulator", "product", "routes");
  // Bytes come and go outside the API, where there is no table.
  const routes: SimulatorRoute[] = [
    { method: "GET", path: "/plugins/tracker/attachments/{name}" },
    ...["GET", "PATCH", "DELETE"].map((method) => ({ method, path: "/uploads/tracker/file/{id}" })),
  ];
  for await (const file of glob("*.ts", { cwd: folder })) {
    const exported: unknown = await import(join(folder, file));
    for (const each of Object.values(object(exported)).flatMap(list)) {
      const { method, path, handle } = object(each);
      if (typeof method === "string" && typeof path === "string" && typeof handle === "function") {
        routes.push({ method, path });
      }
    }
  }
  return routes;
}

/** HEAD is a GET, any path has OPTIONS, and a header may change the method. */
export function isOfSimulator({ request }: Recording, routes: readonly SimulatorRoute[]): boolean {
  const { method, path } = addressOf(request);
  const meant = headerOf(request.headers, "x-http-method-override") ?? (method === "HEAD" ? "GET" : method);
  return routes.some(
    (route) => (meant === "OPTIONS" || route.method === meant) && partsOf(route.path, path) !== undefined,
  );
}
