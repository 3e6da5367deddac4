// Looks for secrets in whatever was written, sent or said: as they are, and in the ways in which texts are usually wrapped.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** The forms in which a secret may turn up. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, "utf8");
  const base64 = [0, 1, 2].map((shift) =>
    // Where it stands within something that is encoded as a whole decides which of three forms it takes.
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .slice(shift === 0 ? 0 : 4, -4),
  );
  return [
    secret,
    encodeURIComponent(secret),
    ...base64,
    ...base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_")),
    bytes.toString("hex"),
    Array.from(secret).toReversed().join(""),
    createHash("sha256").update(secret).digest("hex"),
    createHash("md5").update(secret).digest("hex"),
  ];
}

export function holds(content: string | Buffer, secrets: readonly string[]): boolean {
  const text = typeof content === "string" ? content : content.toString("latin1");
  const small = text.toLowerCase();
  return secrets.some((secret) =>
    formsOf(secret).some((form) => text.includes(form) || small.includes(form.toLowerCase())),
  );
}

/** Paths of the files below a folder that hold one of them. */
export async function filesHolding(folder: string, secrets: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const content = await readFile(path).catch(() => undefined);
    if (content !== undefined && holds(content, secrets)) found.push(path);
  }
  return found;
}
