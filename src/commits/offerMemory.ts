// Repositories in which nothing is offered after commits any more, because somebody said so.
import type { Memory } from "../store/memory.ts";
import type { OpenRepository } from "./workplace.ts";

function memoryKey({ key }: Pick<OpenRepository, "key">): string {
  return `neverOfferAfterCommit ${key}`;
}

export function isOffering(memory: Memory, repository: Pick<OpenRepository, "key">): boolean {
  return memory.get(memoryKey(repository)) !== true;
}

export async function stopOffering(memory: Memory, repository: Pick<OpenRepository, "key">): Promise<void> {
  await memory.update(memoryKey(repository), true);
}

export async function offerAgain(memory: Memory, repository: Pick<OpenRepository, "key">): Promise<void> {
  await memory.update(memoryKey(repository), undefined);
}
