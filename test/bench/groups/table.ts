import { rounded } from "../rounded.ts";
import type { Figures, Scale } from "../scale.ts";
import { tableScroll } from "../tableScroll.ts";

/** What it takes to scroll through a table of 10,000 rows. */
export async function measure(scale: Scale): Promise<Figures> {
  const { fps, scriptMs } = await tableScroll(scale);
  return rounded({ fps, "frame.ms": scriptMs });
}
