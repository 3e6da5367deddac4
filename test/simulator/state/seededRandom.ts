/**
 * Random values that depend only on (seed, key, purpose), not on earlier values: the thousandth artifact can be
 * generated without the 999 before it, and is always the same.
 */
export interface SeededRandom {
  /** In [0, 1). */
  fraction(purpose: string): number;
  /** An integer, both ends included. */
  integer(purpose: string, low: number, high: number): number;
  chance(purpose: string, probability: number): boolean;
  pick<T>(purpose: string, choices: readonly [T, ...T[]]): T;
}

function mix(hash: number): number {
  let mixed = hash;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

export function createSeededRandom(seed: number, key: number): SeededRandom {
  const start = mix(Math.imul(seed, 0x9e3779b1) ^ mix(key + 0x51ed270b));
  const fraction = (purpose: string): number => {
    let hash = start;
    for (let i = 0; i < purpose.length; i++) hash = Math.imul(hash ^ purpose.charCodeAt(i), 0x01000193);
    return mix(hash) / 0x1_0000_0000;
  };
  return {
    fraction,
    integer: (purpose, low, high) => low + Math.floor(fraction(purpose) * (high - low + 1)),
    chance: (purpose, probability) => fraction(purpose) < probability,
    pick: (purpose, choices) => choices[Math.floor(fraction(purpose) * choices.length)] ?? choices[0],
  };
}
