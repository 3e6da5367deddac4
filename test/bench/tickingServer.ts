// node tickingServer.ts LATENCY: a simulated server whose clock goes as clocks do, told in one line of JSON.
import { startSimulator } from "../simulator/simulator.ts";

const [latency = 0] = process.argv.slice(2).map(Number);
const simulator = await startSimulator({ dialect: "product", latency });
const { url, accounts, clock } = simulator;
const ahead = clock.now() - Date.now();
const ticking = setInterval(() => clock.advance(Date.now() + ahead - clock.now()), 10);
console.log(JSON.stringify({ url, accounts }));
process.once("SIGTERM", () => {
  clearInterval(ticking);
  void simulator.close();
});
