import type { Reader } from "../../api/reader.ts";

/** How a connection is had when something is asked; it may be another one by then. */
export type Connect = () => Promise<{ readonly client: Reader }>;
