// Reads recorded JSON without assumptions about its shape.

type RawObject = Readonly<Record<string, unknown>>;

export function toObject(value: unknown): RawObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as RawObject) : {};
}

export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Null, absent and empty mean the same. */
export function toOptional(value: unknown): unknown {
  return value === null || value === "" ? undefined : value;
}

/** IDs are compared as texts: some are numbers in one place and digits in another. */
export function toIds(value: unknown): readonly string[] {
  return toList(value).map((each) => String(toObject(each)["id"] ?? each));
}

/** Empty if it isn't a text. */
export function toText(value: unknown): string {
  return typeof value === "string" ? value : "";
}
