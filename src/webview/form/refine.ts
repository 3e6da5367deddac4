// What VS Code's elements leave out: their inner control's description and state for those who hear the page, the
// direction of its text, and some of their look.
import { noChange } from "lit";
import { Directive, directive, type ElementPart, type PartInfo, PartType } from "lit/directive.js";

export interface Refinement {
  /** What helps to fill it in, and what is wrong with it. */
  readonly description: string;
  readonly isInvalid: boolean;
  readonly isRequired: boolean;
  readonly sheet?: CSSStyleSheet;
  readonly role?: "radio";
  readonly isChecked?: boolean;
}

type Drawn = Element & { readonly updateComplete?: Promise<boolean> };

/** The control that people meet inside of an element. */
function innerControl(element: Element): Element {
  return element.shadowRoot?.querySelector("input, textarea, [role=combobox], .face, button") ?? element;
}

function set(control: Element, name: string, value: string | undefined): void {
  if (value === undefined) control.removeAttribute(name);
  else if (control.getAttribute(name) !== value) control.setAttribute(name, value);
}

function apply(element: Element, refinement: Refinement): void {
  const control = innerControl(element);
  const { description, isInvalid, isRequired, sheet, role, isChecked } = refinement;
  set(control, "aria-description", description === "" ? undefined : description);
  set(control, "aria-invalid", isInvalid ? "true" : undefined);
  set(control, "aria-required", isRequired ? "true" : undefined);
  if (role !== undefined) {
    set(control, "role", role);
    set(control, "aria-checked", String(isChecked === true));
  }
  if (control.matches("input[type=text], textarea")) set(control, "dir", "auto");
  const root = element.shadowRoot;
  if (sheet !== undefined && root !== null && !root.adoptedStyleSheets.includes(sheet)) {
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  }
}

class Refine extends Directive {
  #done: Refinement | undefined;

  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new Error("Only elements can be refined.");
  }

  override update({ element }: ElementPart, [refinement]: [Refinement]): typeof noChange {
    const { description, isInvalid, isRequired, isChecked } = refinement;
    const isSame =
      this.#done?.description === description &&
      this.#done.isInvalid === isInvalid &&
      this.#done.isRequired === isRequired &&
      this.#done.isChecked === isChecked;
    if (isSame) return noChange;
    this.#done = refinement;
    const drawn: Drawn = element;
    // The inner control is there once the element has drawn itself.
    if (drawn.updateComplete === undefined) apply(element, refinement);
    else void drawn.updateComplete.then(() => apply(element, refinement));
    return noChange;
  }

  render(_refinement: Refinement): typeof noChange {
    return noChange;
  }
}

export const refine = directive(Refine);
