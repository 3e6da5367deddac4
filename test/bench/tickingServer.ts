// node tickingServer.ts LATENCY [ARTIFACTS]: a simulated server whose clock follows real time; prints its `ServerInfo`. One of its
// trackers has the number of artifacts.
import { startSimulator } from "../simulator/simulator.ts";

const [latency = 0, artifacts] = process.argv.slice(2).map(Number);
const simulator = await startSimulator({
  dialect: "product",
  latency,
  ...(artifacts === undefined ? {} : { artifacts }),
});
const { url, accounts, clock } = simulator;
const offset = clock.now() - Date.now();
const timer = setInterval(() => clock.advance(Date.now() + offset - clock.now()), 10);
console.log(JSON.stringify({ url, accounts }));
process.once("SIGTERM", () => {
  clearInterval(timer);
  void simulator.close();
});
