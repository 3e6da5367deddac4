import { countDelaysUntilFirstCards, measureBoardPage, measureHostMemory } from "../measureBoard.ts";
import { roundFigures } from "../roundFigures.ts";
import { type Figures, type Scale, pickByScale } from "../scale.ts";

const megabyte = 1_000_000;

/** Opening, scrolling and dragging on a board of 5,000 cards, and its memory. */
export async function measure(scale: Scale): Promise<Figures> {
  const cards = pickByScale(scale, { full: 5_000, smallest: 500 });
  const rounds = pickByScale(scale, { full: 9, smallest: 1 });
  const { fps, dragMs, memoryBytes } = await measureBoardPage(cards, rounds);
  const hostBytes = await measureHostMemory(cards);
  return roundFigures({
    fps,
    "drag.frame.ms": dragMs,
    "open.delays": await countDelaysUntilFirstCards(cards, rounds),
    "5k.memory.mb": (memoryBytes + hostBytes) / megabyte,
  });
}
