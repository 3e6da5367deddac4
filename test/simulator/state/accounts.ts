import { createHash } from "node:crypto";
import type { User, SimulatedAccount } from "./user.ts";

/** A key is identified by its number; its secret is derived from the seed, so that a demo can print it in advance. */
function createAccessKey(user: User, seed: number): string {
  const secret = createHash("sha256").update(`access key ${seed} ${user.id}`).digest("hex");
  return `tlp-k1-${user.id - 100}.${secret}`;
}

export function createAccount(user: User, seed: number): SimulatedAccount {
  const { id, username, realName } = user;
  return {
    id,
    username,
    realName,
    password: `${username}-sails-at-dawn`,
    accessKey: createAccessKey(user, seed),
  };
}

export function isAccessKey(text: string): boolean {
  return /^tlp-k1-\d+\.[0-9a-f]{64}$/.test(text);
}
