// node fileServer.ts BYTES LATENCY [BYTES-PER-SECOND]: a simulated server with an added file, which its line of JSON describes.
import { startSimulator } from "../simulator/simulator.ts";

const [size = 0, latency = 0, bytesPerSecond = Infinity] = process.argv.slice(2).map(Number);
const simulator = await startSimulator({ dialect: "product", latency, bytesPerSecond });
const { url, accounts } = simulator;
const file = { name: "recording.bin", type: "application/octet-stream", size };
const { id, sha256 } = simulator.addFile({ ...file, artifactId: 1 });
const page = `/plugins/tracker/attachments/${id}-${file.name}`;
console.log(JSON.stringify({ url, accounts, file: { ...file, description: "", id, page }, sha256 }));
process.once("SIGTERM", () => void simulator.close());
