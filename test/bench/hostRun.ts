// node hostRun.ts ORDER, as JSON: measures inside a real VS Code. In a process of its own, since VS Code's runner prints as it likes.
import { isGreen } from "../support/counts.ts";
import { runScript } from "../support/ending.ts";
import { runHostTests } from "../support/hostTests.ts";
import { environmentFor, type Order } from "./host/order.ts";

const [text = ""] = process.argv.slice(2);

await runScript(async () => {
  const env = environmentFor(JSON.parse(text) as Order);
  const counts = await runHostTests("bench/host", { api: "ofExtension", env });
  for (const failure of counts.failures) console.error(failure);
  return isGreen(counts) ? 0 : 1;
});
