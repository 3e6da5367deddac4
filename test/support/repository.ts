import { join } from "node:path";

/** The root of the checkout, wherever a script was started from. */
export const repository = join(import.meta.dirname, "..", "..");
