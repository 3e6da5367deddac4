// The arrangement of a form, as the tracker's structure describes it.
import type { Field, Placement, Tracker } from "../tracker.ts";
import type { Block, Form, FormField } from "./form.ts";

const containers = new Set(["fieldset", "column"]);
const decorations = new Set(["linebreak", "separator", "staticrichtext"]);

/** Whether an element of the structure only arranges others, or decorates. */
export function isArrangement({ type }: Field): boolean {
  return containers.has(type) || decorations.has(type);
}

interface Plan {
  /** All elements of the tracker that may be seen. */
  readonly elements: ReadonlyMap<number, Field>;
  /** Fields that still want a place. */
  readonly waiting: Set<number>;
}

function hasContent(block: Block): boolean {
  switch (block.kind) {
    case "field":
      return true;
    case "richText":
      return true;
    case "separator":
      return false;
    case "section":
      return block.content.some(hasContent);
    case "columns":
      return block.columns.some((column) => column.some(hasContent));
  }
}

function decoration(element: Field): readonly Block[] {
  if (element.type === "separator") return [{ kind: "separator" }];
  if (element.staticText === undefined) return [];
  return [{ kind: "richText", html: element.staticText }];
}

function container(element: Field, content: readonly Block[]): readonly Block[] {
  if (element.isHidden || !content.some(hasContent)) return [];
  return element.type === "fieldset"
    ? [{ kind: "section", id: element.id, label: element.label, content }]
    : [{ kind: "columns", columns: [content] }];
}

/** Columns that follow each other stand side by side. */
function sideBySide(blocks: readonly Block[]): readonly Block[] {
  const arranged: Block[] = [];
  for (const block of blocks) {
    const last = arranged.at(-1);
    if (block.kind === "columns" && last?.kind === "columns") {
      arranged[arranged.length - 1] = { kind: "columns", columns: [...last.columns, ...block.columns] };
    } else {
      arranged.push(block);
    }
  }
  return arranged;
}

function place(plan: Plan, { fieldId, content }: Placement): readonly Block[] {
  const element = plan.elements.get(fieldId);
  if (element !== undefined && decorations.has(element.type)) return decoration(element);
  if (element !== undefined && containers.has(element.type)) {
    return container(element, placeAll(plan, content));
  }
  // What may not be seen, or stands elsewhere, can still hold something.
  if (!plan.waiting.delete(fieldId)) return placeAll(plan, content);
  return [{ kind: "field", fieldId }];
}

function placeAll(plan: Plan, placements: readonly Placement[]): readonly Block[] {
  return sideBySide(placements.flatMap((placement) => place(plan, placement)));
}

/** Takes the ids that lie in hidden fieldsets out of those that want a place. */
function hide(plan: Plan, placements: readonly Placement[], isHidden: boolean): void {
  for (const { fieldId, content } of placements) {
    if (isHidden) plan.waiting.delete(fieldId);
    hide(plan, content, isHidden || plan.elements.get(fieldId)?.isHidden === true);
  }
}

/** The fields in the tracker's order; those that its structure does not name come last. */
export function layoutOf(tracker: Tracker, fields: readonly FormField[]): readonly Block[] {
  const plan: Plan = {
    elements: new Map(tracker.fields.map((field) => [field.id, field])),
    waiting: new Set(fields.map(({ id }) => id)),
  };
  hide(plan, tracker.structure, false);
  const blocks = placeAll(plan, tracker.structure);
  const rest: Block[] = fields
    .filter(({ id }) => plan.waiting.has(id))
    .map(({ id }) => ({ kind: "field", fieldId: id }));
  return [...blocks, ...rest];
}

function fieldsIn(blocks: readonly Block[]): readonly number[] {
  return blocks.flatMap((block) => {
    switch (block.kind) {
      case "field":
        return block.fieldId;
      case "section":
        return fieldsIn(block.content);
      case "columns":
        return block.columns.flatMap(fieldsIn);
      case "richText":
      case "separator":
        return [];
    }
  });
}

/** All fields that have a place, as somebody reads the form from its top. */
function placedFields({ layout, promoted, linkFields, fileFields }: Form): readonly number[] {
  const { title, status, assignee } = promoted;
  const heading = [title, status, assignee].filter((id) => id !== undefined);
  return [...heading, ...fieldsIn(layout), ...linkFields, ...fileFields];
}

/** What is about fields, in the order in which they stand; what has no place comes last. */
export function inReadingOrder<T extends { readonly fieldId: number }>(
  form: Form,
  abouts: readonly T[],
): readonly T[] {
  const places = new Map(placedFields(form).map((id, index) => [id, index]));
  const placeOf = ({ fieldId }: T): number => places.get(fieldId) ?? Infinity;
  return abouts.toSorted((one, other) => {
    const [here, there] = [placeOf(one), placeOf(other)];
    return here === there ? 0 : here - there;
  });
}

/** The fields that have no place in a form: those of hidden fieldsets. */
export function hiddenFields(form: Form): readonly number[] {
  const placed = new Set(placedFields(form));
  return form.fields.filter(({ id }) => !placed.has(id)).map(({ id }) => id);
}
