/** A figure of the benchmark as docs/performance.md describes it. */
export interface FigureDescription {
  /** Without the name of its group. */
  readonly name: string;
  readonly unit: "fps" | "kB" | "MB" | "MiB" | "MiB/s" | "ms" | "requests" | "s" | "%" | "×";
  readonly description: string;
  /** What limits the figure: hardware, the server or VS Code. */
  readonly limit: string;
}

export interface FigureGroup {
  readonly name: string;
  readonly description: string;
  readonly figures: readonly FigureDescription[];
}
