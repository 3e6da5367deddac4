// What others have done meanwhile stays in sight below the first row, but never lies over what somebody types into.
import { controlInUse } from "./caret.ts";

/** More of the page than this, as a part of its height, is not given away. */
const largest = 1 / 3;

function isCovering(main: HTMLElement, height: number, bar: DOMRect): boolean {
  const control = controlInUse(main)?.getBoundingClientRect();
  return control !== undefined && control.top < bar.bottom + height && control.bottom > bar.bottom;
}

function place(main: HTMLElement): void {
  const [news, row] = [main.querySelector<HTMLElement>(".news"), main.querySelector(".actions-bar")];
  const { style } = document.documentElement;
  if (news === null || row === null) {
    style.removeProperty("--news");
    return;
  }
  const bar = row.getBoundingClientRect();
  const height = news.offsetHeight;
  const isInTheWay = height > window.innerHeight * largest || isCovering(main, height, bar);
  news.classList.toggle("is-flowing", isInTheWay);
  style.setProperty("--bar", `${bar.height}px`);
  // What gets the focus is not hidden below it.
  style.setProperty("--news", `${isInTheWay ? 0 : height}px`);
}

/** What comes back is to be called whenever something was drawn. */
export function keepNewsInSight(main: HTMLElement): () => void {
  const look = (): void => place(main);
  for (const event of ["scroll", "resize"] as const) window.addEventListener(event, look, { passive: true });
  for (const event of ["focusin", "focusout"] as const) main.addEventListener(event, look);
  return () => requestAnimationFrame(look);
}
