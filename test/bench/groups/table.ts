import { rounded } from "../rounded.ts";
import { tableScroll } from "../tableScroll.ts";

/** What it takes to scroll through a table of 10,000 rows. */
export async function measure(): Promise<Readonly<Record<string, number>>> {
  const { fps, scriptMs } = await tableScroll();
  return rounded({ fps, "frame.ms": scriptMs });
}
