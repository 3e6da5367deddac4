import type { Input } from "../model/form/input.ts";
import { textsIn } from "../model/form/problems.ts";

/** The host takes no longer texts, in characters; fields hold far less. */
const longest = 1_000_000;

/** What is too long for any field is not worth a message: it would not be heard. */
export function isTooLongToSend(input: Input | undefined): boolean {
  return input !== undefined && textsIn(input).some(({ length }) => length > longest);
}
