// The buttons of the bar, once they are drawn.

export function fieldButton(): HTMLElement | undefined {
  return document.querySelector<HTMLElement>(".bulk-field") ?? undefined;
}

export function valueButton(): HTMLElement | undefined {
  return document.querySelector<HTMLElement>(".bulk-value") ?? undefined;
}
