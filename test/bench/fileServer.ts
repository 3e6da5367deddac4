// node fileServer.ts BYTES LATENCY [BYTES-PER-SECOND]: a simulated server with one file more, of which its line of JSON tells.
import { startSimulator } from "../simulator/simulator.ts";

const [size = 0, latency = 0, bytesPerSecond = Infinity] = process.argv.slice(2).map(Number);
const simulator = await startSimulator({ dialect: "product", latency, bytesPerSecond });
const { url, accounts } = simulator;
const described = { name: "recording.bin", type: "application/octet-stream", size };
const { id, sha256 } = simulator.addFile({ ...described, artifactId: 1 });
const page = `/plugins/tracker/attachments/${id}-${described.name}`;
console.log(JSON.stringify({ url, accounts, file: { ...described, description: "", id, page }, sha256 }));
process.once("SIGTERM", () => void simulator.close());
