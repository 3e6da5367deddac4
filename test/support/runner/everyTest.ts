// Environment variable that tells all processes of a run that every test is run, as in continuous integration.
const variable = "EVERY_TEST";

export function runsEveryTest(): boolean {
  return process.env[variable] === "1";
}

export function enableEveryTest(): void {
  process.env[variable] = "1";
}
