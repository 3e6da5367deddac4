// The shapes that servers vary, read alike: null, empty and absent mean nothing; numbers and booleans may be
// texts; a list may be null, or whatever XML makes of it. So one schema reads JSON and XML.
import * as z from "zod";
import { elements } from "../../model/fields/reading.ts";

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

/** A list whose elements all fit; those that do not are left out. */
export function listOf<T>(schema: z.ZodType<T>): z.ZodType<readonly T[]> {
  return anything.transform((value) =>
    elements(value).flatMap((element) => {
      const read = schema.safeParse(element);
      return read.success ? [read.data] : [];
    }),
  );
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
