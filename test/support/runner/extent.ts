// Whether a run is of every test, as continuous integration has it; known to all of its processes.
const variable = "EVERY_TEST";

export function isEveryTest(): boolean {
  return process.env[variable] === "1";
}

export function runEveryTest(): void {
  process.env[variable] = "1";
}
