// Schemas for representations that vary between servers and formats: null, empty and absent mean nothing;
// numbers and booleans may be texts; a list may be null, or what XML makes of it. So one schema parses JSON
// and XML.
import * as z from "zod";
import { toElements } from "../../model/fields/readWireValue.ts";

/** A member that is parsed later, or only in some cases. */
export const unknownSchema = z.unknown().optional();

export const optionalTextSchema = z
  .union([z.string(), z.number(), z.boolean()])
  .nullish()
  .transform((text) => (text === null || text === undefined || text === "" ? undefined : String(text)));

/** A text that isn't required: any other type counts as none. */
export const lenientTextSchema = optionalTextSchema.catch(undefined);

/** A text that is empty if absent. */
export const textSchema = optionalTextSchema.transform((value) => value ?? "");

const integerTextSchema = z.string().regex(/^-?\d{1,15}$/);

export const integerSchema = z.union([z.int(), integerTextSchema.transform(Number)]);

export const optionalIntegerSchema = integerSchema
  .nullish()
  .catch(undefined)
  .transform((value) => value ?? undefined);

export const optionalBooleanSchema = z
  .union([
    z.boolean(),
    z.enum(["true", "1"]).transform(() => true),
    z.enum(["false", "0", ""]).transform(() => false),
  ])
  .nullish()
  .catch(undefined)
  .transform((value) => value ?? undefined);

/** IDs are numbers; those of some groups and list values are texts. A text of digits is a number. */
export const resourceIdSchema = z.union([integerSchema, z.string().min(1)]);

/** Leaves out elements that don't match the schema. */
export function lenientListSchema<T>(schema: z.ZodType<T>): z.ZodType<readonly T[]> {
  return unknownSchema.transform((value) =>
    toElements(value).flatMap((element) => {
      const parsed = schema.safeParse(element);
      return parsed.success ? [parsed.data] : [];
    }),
  );
}

const resourceListSchema = z.array(z.unknown());
const resourceSchema = z.object({ type: z.string(), uri: z.string() });

/**
 * The URI of a collection of a resource: the one in its representation or, if there is none, the
 * specification's path, which is the type appended to the resource's URI.
 */
export function getSubResourceUri(
  owner: { readonly uri: string; readonly resources?: unknown },
  type: string,
): string {
  const resources = resourceListSchema.safeParse(owner.resources);
  for (const element of resources.success ? resources.data : []) {
    const resource = resourceSchema.safeParse(element);
    if (resource.success && resource.data.type === type) return resource.data.uri;
  }
  return `${owner.uri}/${type}`;
}
