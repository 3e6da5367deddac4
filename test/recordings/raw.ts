// Looking into recorded JSON without believing anything of it.

type Raw = Readonly<Record<string, unknown>>;

export function object(value: unknown): Raw {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Raw) : {};
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Null, absent and empty mean the same. */
export function some(value: unknown): unknown {
  return value === null || value === "" ? undefined : value;
}

/** Ids are compared as texts: some are numbers here and digits there. */
export function idsIn(value: unknown): readonly string[] {
  return list(value).map((each) => String(object(each)["id"] ?? each));
}

/** Empty for what is no text. */
export function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}
