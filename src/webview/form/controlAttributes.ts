// A Lit directive that sets what vscode-elements don't offer: ARIA attributes and text direction of the inner control, and styles.
import { noChange } from "lit";
import { Directive, directive, type ElementPart, type PartInfo, PartType } from "lit/directive.js";

export interface ControlAttributes {
  /** Help text and problem, for screen readers. */
  readonly description: string;
  readonly isInvalid: boolean;
  readonly isRequired: boolean;
  readonly styleSheet?: CSSStyleSheet;
  readonly role?: "radio";
  readonly isChecked?: boolean;
}

type UpdatingElement = Element & { readonly updateComplete?: Promise<boolean> };

/** Returns the focusable control in the shadow root of an element. */
function findInnerControl(element: Element): Element {
  return element.shadowRoot?.querySelector("input, textarea, [role=combobox], .face, button") ?? element;
}

function setOrRemoveAttribute(control: Element, name: string, value: string | undefined): void {
  if (value === undefined) control.removeAttribute(name);
  else if (control.getAttribute(name) !== value) control.setAttribute(name, value);
}

function applyAttributes(element: Element, attributes: ControlAttributes): void {
  const control = findInnerControl(element);
  const { description, isInvalid, isRequired, styleSheet, role, isChecked } = attributes;
  setOrRemoveAttribute(control, "aria-description", description === "" ? undefined : description);
  setOrRemoveAttribute(control, "aria-invalid", isInvalid ? "true" : undefined);
  setOrRemoveAttribute(control, "aria-required", isRequired ? "true" : undefined);
  if (role !== undefined) {
    setOrRemoveAttribute(control, "role", role);
    setOrRemoveAttribute(control, "aria-checked", String(isChecked === true));
  }
  if (control.matches("input[type=text], textarea")) setOrRemoveAttribute(control, "dir", "auto");
  const root = element.shadowRoot;
  if (styleSheet !== undefined && root !== null && !root.adoptedStyleSheets.includes(styleSheet)) {
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, styleSheet];
  }
}

class ControlAttributesDirective extends Directive {
  #applied: ControlAttributes | undefined;

  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new Error("The directive can only be used on elements.");
  }

  override update({ element }: ElementPart, [attributes]: [ControlAttributes]): typeof noChange {
    const { description, isInvalid, isRequired, isChecked } = attributes;
    const isSame =
      this.#applied?.description === description &&
      this.#applied.isInvalid === isInvalid &&
      this.#applied.isRequired === isRequired &&
      this.#applied.isChecked === isChecked;
    if (isSame) return noChange;
    this.#applied = attributes;
    const updating: UpdatingElement = element;
    // The inner control exists once the element has rendered.
    if (updating.updateComplete === undefined) applyAttributes(element, attributes);
    else void updating.updateComplete.then(() => applyAttributes(element, attributes));
    return noChange;
  }

  render(_attributes: ControlAttributes): typeof noChange {
    return noChange;
  }
}

export const setControlAttributes = directive(ControlAttributesDirective);
