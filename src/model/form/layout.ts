// Creates the layout of a form from the tracker's structure.
import type { Field, StructureNode, Tracker } from "../tracker.ts";
import type { LayoutBlock, Form, FormField } from "./form.ts";

const containers = new Set(["fieldset", "column"]);
const decorations = new Set(["linebreak", "separator", "staticrichtext"]);

/** Whether the element is a container or static content. */
export function isLayoutElement({ type }: Field): boolean {
  return containers.has(type) || decorations.has(type);
}

interface LayoutPlan {
  /** Elements the user can read. */
  readonly elements: ReadonlyMap<number, Field>;
  /** Fields that aren't placed yet. */
  readonly unplacedIds: Set<number>;
}

function hasContent(block: LayoutBlock): boolean {
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

function toDecoration(element: Field): readonly LayoutBlock[] {
  if (element.type === "separator") return [{ kind: "separator" }];
  if (element.staticText === undefined) return [];
  return [{ kind: "richText", html: element.staticText }];
}

function toContainer(element: Field, content: readonly LayoutBlock[]): readonly LayoutBlock[] {
  if (element.isHidden || !content.some(hasContent)) return [];
  return element.type === "fieldset"
    ? [{ kind: "section", id: element.id, label: element.label, content }]
    : [{ kind: "columns", columns: [content] }];
}

/** Puts consecutive columns side by side. */
function joinColumns(blocks: readonly LayoutBlock[]): readonly LayoutBlock[] {
  const arranged: LayoutBlock[] = [];
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

function placeNode(plan: LayoutPlan, { fieldId, content }: StructureNode): readonly LayoutBlock[] {
  const element = plan.elements.get(fieldId);
  if (element !== undefined && decorations.has(element.type)) return toDecoration(element);
  if (element !== undefined && containers.has(element.type)) {
    return toContainer(element, placeNodes(plan, content));
  }
  // A hidden or already placed element can still contain other elements.
  if (!plan.unplacedIds.delete(fieldId)) return placeNodes(plan, content);
  return [{ kind: "field", fieldId }];
}

function placeNodes(plan: LayoutPlan, placements: readonly StructureNode[]): readonly LayoutBlock[] {
  return joinColumns(placements.flatMap((placement) => placeNode(plan, placement)));
}

/** Removes fields of hidden fieldsets from `unplacedIds`. */
function removeHiddenFields(plan: LayoutPlan, placements: readonly StructureNode[], isHidden: boolean): void {
  for (const { fieldId, content } of placements) {
    if (isHidden) plan.unplacedIds.delete(fieldId);
    removeHiddenFields(plan, content, isHidden || plan.elements.get(fieldId)?.isHidden === true);
  }
}

/** In the tracker's order, followed by fields missing from its structure. */
export function createLayout(tracker: Tracker, fields: readonly FormField[]): readonly LayoutBlock[] {
  const plan: LayoutPlan = {
    elements: new Map(tracker.fields.map((field) => [field.id, field])),
    unplacedIds: new Set(fields.map(({ id }) => id)),
  };
  removeHiddenFields(plan, tracker.structure, false);
  const blocks = placeNodes(plan, tracker.structure);
  const remaining: LayoutBlock[] = fields
    .filter(({ id }) => plan.unplacedIds.has(id))
    .map(({ id }) => ({ kind: "field", fieldId: id }));
  return [...blocks, ...remaining];
}

function collectFieldIds(blocks: readonly LayoutBlock[]): readonly number[] {
  return blocks.flatMap((block) => {
    switch (block.kind) {
      case "field":
        return block.fieldId;
      case "section":
        return collectFieldIds(block.content);
      case "columns":
        return block.columns.flatMap(collectFieldIds);
      case "richText":
      case "separator":
        return [];
    }
  });
}

/** All placed fields from top to bottom. */
function fieldIdsInOrder({ layout, promoted, linkFields, fileFields }: Form): readonly number[] {
  const { title, status, assignee } = promoted;
  const heading = [title, status, assignee].filter((id) => id !== undefined);
  return [...heading, ...collectFieldIds(layout), ...linkFields, ...fileFields];
}

/** Sorted by position in the form; items of fields without position come last. */
export function sortByLayout<T extends { readonly fieldId: number }>(
  form: Form,
  items: readonly T[],
): readonly T[] {
  const positions = new Map(fieldIdsInOrder(form).map((id, index) => [id, index]));
  const getPosition = ({ fieldId }: T): number => positions.get(fieldId) ?? Infinity;
  return items.toSorted((one, other) => {
    const [first, second] = [getPosition(one), getPosition(other)];
    return first === second ? 0 : first - second;
  });
}

/** Fields without position, which are in hidden fieldsets. */
export function findHiddenFieldIds(form: Form): readonly number[] {
  const placed = new Set(fieldIdsInOrder(form));
  return form.fields.filter(({ id }) => !placed.has(id)).map(({ id }) => id);
}
