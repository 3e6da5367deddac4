// Searches texts and files for secrets, plain or in common encodings.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

function getEncodings(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, "utf8");
  const base64 = [0, 1, 2].map((shift) =>
    // The base64 form depends on the position of the secret in the encoded text, modulo 3.
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

export function containsSecret(content: string | Buffer, secrets: readonly string[]): boolean {
  const text = typeof content === "string" ? content : content.toString("latin1");
  const lowerCase = text.toLowerCase();
  return secrets.some((secret) =>
    getEncodings(secret).some(
      (encoded) => text.includes(encoded) || lowerCase.includes(encoded.toLowerCase()),
    ),
  );
}

/** Paths of the files below a folder that contain a secret. */
export async function findFilesWithSecrets(
  folder: string,
  secrets: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const content = await readFile(path).catch(() => undefined);
    if (content !== undefined && containsSecret(content, secrets)) found.push(path);
  }
  return found;
}
