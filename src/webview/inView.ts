/** Calls once, when an element is first seen. The returned function gives up waiting. */
export function whenInView(element: Element, act: () => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    act();
  });
  observer.observe(element);
  return () => observer.disconnect();
}

/** Whether something of it is seen below the row that stays in sight. */
export function isInSight(main: HTMLElement, element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > barEnd(main) && top < window.innerHeight;
}

/** Whether it begins there, or in that row: nothing has to be scrolled for it. */
export function beginsInSight(main: HTMLElement, element: Element): boolean {
  if (element.closest(".actions-bar") !== null) return true;
  const { top } = element.getBoundingClientRect();
  return top >= barEnd(main) && top < window.innerHeight;
}

function barEnd(main: HTMLElement): number {
  return main.querySelector(".actions-bar")?.getBoundingClientRect().bottom ?? 0;
}
