/** A figure of the bench in words: what docs/performance.md says of it. */
export interface Figure {
  /** Without the name of its group. */
  readonly name: string;
  readonly unit: "fps" | "kB" | "MB" | "MiB" | "MiB/s" | "ms" | "requests" | "s" | "%" | "×";
  readonly what: string;
  /** What physics, the server or VS Code allow. */
  readonly limit: string;
}

export interface Group {
  readonly name: string;
  readonly about: string;
  readonly figures: readonly Figure[];
}
