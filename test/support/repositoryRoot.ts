import { join } from "node:path";

/** The root of the checkout, whatever the working directory. */
export const repositoryRoot = join(import.meta.dirname, "..", "..");
