/** How much is measured: everything, or the minimum that shows that the benchmark works. */
export type Scale = "full" | "smallest";

export type Figures = Readonly<Record<string, number>>;

export function pickByScale<T>(scale: Scale, sizes: { readonly full: T; readonly smallest: T }): T {
  return sizes[scale];
}
