// node hostRun.ts ORDER, as JSON: measures inside a real VS Code. In a process of its own, since VS Code's runner prints as it likes.
import { runScript } from "../support/ending.ts";
import { runHostTests } from "../support/host/hostTests.ts";
import { isGreen } from "../support/runner/counts.ts";
import { testFiles } from "../support/runner/testFiles.ts";
import { environmentFor, type Order } from "./host/order.ts";

const [text = ""] = process.argv.slice(2);

await runScript(async () => {
  const env = environmentFor(JSON.parse(text) as Order);
  const counts = await runHostTests(await testFiles("bench/host"), { api: "ofExtension", env });
  for (const failure of counts.failures) console.error(failure);
  return isGreen(counts) ? 0 : 1;
});
