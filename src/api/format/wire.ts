// The shapes that servers vary, read alike: null, empty and absent mean nothing; numbers and booleans may be
// texts; a list may be null, or whatever XML makes of it. So one schema reads JSON and XML.
import * as z from "zod";

/** A member that is looked at later, or only where it makes sense. */
export const anything = z.unknown().optional();

export const optionalText = z
  .union([z.string(), z.number(), z.boolean()])
  .nullish()
  .transform((text) => (text === null || text === undefined || text === "" ? undefined : String(text)));

/** A text that something can do without: whatever else stands in its place counts as none. */
export const dispensableText = optionalText.catch(undefined);

/** A text where none means empty. */
export const text = optionalText.transform((value) => value ?? "");

const integerText = z.string().regex(/^-?\d{1,15}$/);

export const integer = z.union([z.int(), integerText.transform(Number)]);

export const optionalInteger = integer
  .nullish()
  .catch(undefined)
  .transform((value) => value ?? undefined);

const numberText = z.string().regex(/^-?\d+(\.\d+)?([eE][-+]?\d+)?$/);

export const optionalBoolean = z
  .union([
    z.boolean(),
    z.enum(["true", "1"]).transform(() => true),
    z.enum(["false", "0", ""]).transform(() => false),
  ])
  .nullish()
  .catch(undefined)
  .transform((value) => value ?? undefined);

/** Ids are numbers; those of some groups and list values are texts. A text of digits is a number. */
export const resourceId = z.union([integer, z.string().min(1)]);

const itemOrText = z.union([z.object({ item: z.unknown() }), z.object({ text: z.unknown() })]);

/**
 * The elements of a list: an array; null, empty or absent for none; an object with numeric keys, as PHP writes
 * an array with gaps; in XML the `item` or `text` children of its element, or its text if that is all.
 */
export function elements(value: unknown): readonly unknown[] {
  if (value === null || value === undefined || value === "") return [];
  if (Array.isArray(value)) return value;
  const wrapped = itemOrText.safeParse(value);
  if (wrapped.success) {
    const inner: unknown = "item" in wrapped.data ? wrapped.data.item : wrapped.data.text;
    return Array.isArray(inner) ? inner : [inner];
  }
  if (typeof value === "object") {
    const keys = Object.keys(value);
    return keys.every((key) => /^\d+$/.test(key)) ? Object.values(value) : [value];
  }
  return [value];
}

/** A list whose elements all fit; those that do not are left out. */
export function listOf<T>(schema: z.ZodType<T>): z.ZodType<readonly T[]> {
  return anything.transform((value) =>
    elements(value).flatMap((element) => {
      const read = schema.safeParse(element);
      return read.success ? [read.data] : [];
    }),
  );
}

/** A list in which every element has to fit: what is left out of one that is written back would be erased. */
export function wholeListOf<T>(schema: z.ZodType<T>): z.ZodType<readonly T[]> {
  return anything.transform((value, context) =>
    elements(value).map((element) => {
      const read = schema.safeParse(element);
      if (read.success) return read.data;
      context.addIssue({ code: "custom", message: read.error.message });
      return z.NEVER;
    }),
  );
}

/** A number where something else than a number or nothing is a mistake. */
export const numberOrNone = z
  .union([z.number(), numberText.transform(Number), z.literal("").transform(() => undefined)])
  .nullish()
  .transform((value) => value ?? undefined);

const userSchema = z.object({
  id: integer.nullish().catch(undefined),
  real_name: optionalText,
  display_name: optionalText,
  username: optionalText,
});

/** A person by id and name; undefined for nobody, whose members are all null. */
export function person(value: unknown): { readonly id: number; readonly label: string } | undefined {
  const user = userSchema.safeParse(value);
  if (!user.success || user.data.id === null || user.data.id === undefined) return undefined;
  const { id, real_name, display_name, username } = user.data;
  return { id, label: real_name ?? username ?? display_name ?? String(id) };
}

const listed = z.array(z.unknown());
const resource = z.object({ type: z.string(), uri: z.string() });

/**
 * The address of a collection below a resource: the one that its representation lists or, where it lists
 * none, the specification's path, which is the type appended to the resource's own address.
 */
export function subResource(
  owner: { readonly uri: string; readonly resources?: unknown },
  type: string,
): string {
  const resources = listed.safeParse(owner.resources);
  for (const each of resources.success ? resources.data : []) {
    const known = resource.safeParse(each);
    if (known.success && known.data.type === type) return known.data.uri;
  }
  return `${owner.uri}/${type}`;
}
