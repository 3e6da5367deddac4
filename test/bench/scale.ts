/** How much is measured: all of it, or just enough to see that each part of the bench still works. */
export type Scale = "full" | "smallest";

export type Figures = Readonly<Record<string, number>>;

/** What takes so much in a measurement, and so little where only its working is looked at. */
export function sized<T>(scale: Scale, sizes: { readonly full: T; readonly smallest: T }): T {
  return sizes[scale];
}
