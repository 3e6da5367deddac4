import { type Dialect, startSimulator } from "../../simulator/simulator.ts";
import { authenticationStatements, errorAndLimitStatements } from "./authenticationStatements.ts";
import { concurrencyStatements } from "./concurrencyStatements.ts";
import { endpointStatements } from "./endpointStatements.ts";
import { resourceStatements } from "./resourceStatements.ts";
import { SpecificationContext } from "./specificationContext.ts";
import { xmlStatements } from "./xmlStatements.ts";

// The statements of the specification by section. Each one is a test that has to pass on both dialects.
const statements = [
  ...resourceStatements,
  ...endpointStatements,
  ...concurrencyStatements,
  ...xmlStatements,
  ...authenticationStatements,
  ...errorAndLimitStatements,
];

for (const dialect of ["documented", "product"] as const satisfies readonly Dialect[]) {
  describe(`the specification on the ${dialect} dialect`, () => {
    for (const { section, text, verify } of statements) {
      it(`${section}: ${text}`, async () => {
        const server = await startSimulator({ dialect });
        const context = new SpecificationContext(server);
        try {
          await verify(context);
        } finally {
          await context.close();
          await server.close();
        }
      });
    }
  });
}
