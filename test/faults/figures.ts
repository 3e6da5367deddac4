export interface FaultFigures {
  readonly runs: number;
  readonly inStore: number;
  readonly inVSCode: number;
  /** Of what was chosen by chance. */
  readonly seeds: readonly number[];
  readonly violations: number;
}

export function tellFigures(figures: FaultFigures): void {
  const { runs, inStore, inVSCode, seeds, violations } = figures;
  console.log(`runs: ${runs} (${inStore} through the store, ${inVSCode} in VS Code)`);
  console.log(`seeds: ${seeds.join(", ")}`);
  console.log(`violations: ${violations}`);
  console.log(JSON.stringify(figures));
}
