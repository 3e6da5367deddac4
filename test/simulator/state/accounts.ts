import { createHash } from "node:crypto";
import type { Person, SimulatedAccount } from "./people.ts";

/** A key is recognised by its number; its secret is made from the seed, so that a demo can print it before anyone asks. */
function accessKeyOf(person: Person, seed: number): string {
  const secret = createHash("sha256").update(`access key ${seed} ${person.id}`).digest("hex");
  return `tlp-k1-${person.id - 100}.${secret}`;
}

export function accountOf(person: Person, seed: number): SimulatedAccount {
  const { id, username, realName } = person;
  return {
    id,
    username,
    realName,
    password: `${username}-sails-at-dawn`,
    accessKey: accessKeyOf(person, seed),
  };
}

export function isAccessKey(text: string): boolean {
  return /^tlp-k1-\d+\.[0-9a-f]{64}$/.test(text);
}
