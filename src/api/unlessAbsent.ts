import { isFailure } from "../model/failure.ts";

/** For what some servers do not have at all: undefined where it is not there. */
export async function unlessAbsent<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (failure) {
    if (isFailure(failure) && failure.kind === "notFound") return undefined;
    throw failure;
  }
}
