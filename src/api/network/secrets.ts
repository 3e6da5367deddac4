// Some servers repeat what they were sent, in errors of all places, and errors are shown and logged.
import type { Credential } from "./credential.ts";

export type Hide = (text: string) => string;

function secretsOf(credential: Credential | undefined): readonly string[] {
  switch (credential?.kind) {
    case undefined:
      return [];
    case "accessKey":
      return [credential.key];
    case "token":
      return [credential.token];
    case "basic": {
      const { username, password } = credential;
      return [password, Buffer.from(`${username}:${password}`, "utf8").toString("base64")];
    }
  }
}

/** What is shorter stands in every other word: taken out of them all, it would be told rather than hidden. */
const shortest = 4;

/** Takes out of a server's words what was sent to it in confidence. */
export function hiding(credential: Credential | undefined, more: readonly string[] = []): Hide {
  const secrets = [...secretsOf(credential), ...more]
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .filter((secret) => secret.length >= shortest)
    .toSorted((one, other) => other.length - one.length);
  return (text) => secrets.reduce((safe, secret) => safe.replaceAll(secret, "…"), text);
}

/** Why a body can't be read, without the piece of it that the parser quotes. */
export function withoutQuotation(cause: unknown): unknown {
  return cause instanceof SyntaxError ? new Error(cause.message.replace(/"[^]*"/, "…")) : cause;
}
