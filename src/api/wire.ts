// Shapes that servers vary: members that may be null, empty or absent where they mean "nothing".
import * as z from "zod";

/** A text that may be missing, null or empty, all meaning none. */
export const optionalText = z
  .string()
  .nullish()
  .transform((text) => (text === null || text === "" ? undefined : text));

export const optionalBoolean = z
  .boolean()
  .nullish()
  .transform((value) => value ?? undefined);

/** Ids are numbers; those of some groups and list values are texts. */
export const resourceId = z.union([z.int(), z.string()]);

/** A member that is looked at later, or only where it makes sense. */
export const anything = z.unknown().optional();
