import { roundFigures } from "../roundFigures.ts";
import type { Figures, Scale } from "../scale.ts";
import { measureTableScroll } from "../measureTableScroll.ts";

/** Scrolling through a table of 10,000 rows. */
export async function measure(scale: Scale): Promise<Figures> {
  const { fps, scriptMs } = await measureTableScroll(scale);
  return roundFigures({ fps, "frame.ms": scriptMs });
}
