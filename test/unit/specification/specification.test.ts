import { type Dialect, startSimulator } from "../../simulator/simulator.ts";
import { authentication, errorsAndLimits } from "./authentication.ts";
import { concurrency } from "./concurrency.ts";
import { endpoints } from "./endpoints.ts";
import { resources } from "./resources.ts";
import { World } from "./world.ts";
import { xmlMode } from "./xml.ts";

// The specification's statements, section by section. Each row is its own test and has to hold on both dialects.
const statements = [
  ...resources,
  ...endpoints,
  ...concurrency,
  ...xmlMode,
  ...authentication,
  ...errorsAndLimits,
];

for (const dialect of ["documented", "product"] as const satisfies readonly Dialect[]) {
  describe(`the specification, on the ${dialect} dialect`, () => {
    for (const { section, says, holds } of statements) {
      it(`${section}: ${says}`, async () => {
        const server = await startSimulator({ dialect });
        const world = new World(server);
        try {
          await holds(world);
        } finally {
          await world.close();
          await server.close();
        }
      });
    }
  });
}
