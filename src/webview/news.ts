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
  if (row === null) return;
  const bar = row.getBoundingClientRect();
  // What gets the focus is not hidden below either of them; the row has several lines where there is little room.
  measure("--bar", bar.height);
  if (news === null) {
    measure("--news", 0);
    return;
  }
  const height = news.offsetHeight;
  const isInTheWay = height > window.innerHeight * largest || isCovering(main, height, bar);
  news.classList.toggle("is-flowing", isInTheWay);
  measure("--news", isInTheWay ? 0 : height);
}

/** Only what is new: a style that is set counts as changed. */
function measure(name: string, height: number): void {
  const { style } = document.documentElement;
  const value = `${height}px`;
  if (style.getPropertyValue(name) !== value) style.setProperty(name, value);
}

/** What comes back is to be called whenever something was drawn. */
export function keepNewsInSight(main: HTMLElement): () => void {
  const look = (): void => place(main);
  for (const event of ["scroll", "resize"] as const) window.addEventListener(event, look, { passive: true });
  for (const event of ["focusin", "focusout"] as const) main.addEventListener(event, look);
  return () => requestAnimationFrame(look);
}
