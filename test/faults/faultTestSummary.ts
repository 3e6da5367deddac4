export interface FaultTestSummary {
  readonly runs: number;
  readonly inStore: number;
  readonly inVSCode: number;
  /** Seeds of the randomly selected runs. */
  readonly seeds: readonly number[];
  readonly violations: number;
}

export function printSummary(summary: FaultTestSummary): void {
  const { runs, inStore, inVSCode, seeds, violations } = summary;
  console.log(`runs: ${runs} (${inStore} through the store, ${inVSCode} in VS Code)`);
  console.log(`seeds: ${seeds.join(", ")}`);
  console.log(`violations: ${violations}`);
  console.log(JSON.stringify(summary));
}
