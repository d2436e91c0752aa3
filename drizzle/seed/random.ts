import { v7 } from "uuid";

/** The only source of randomness in a seeded workspace, so that the same seed gives the same rows. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  /** An integer, both ends included. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T;
  /** One of the keys, with a probability by its weight. */
  weighted<K extends string>(weights: Partial<Record<K, number>>): K;
  /** A UUIDv7 as if created at that instant. */
  id(at: Date): string;
}

/** mulberry32: 32 bits of state are plenty for a demo, and the same on every machine. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function createRandom(seed: number): Random {
  const next = mulberry32(seed);
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new RangeError("nothing to pick from");
      return list[int(0, list.length - 1)] as T;
    },
    weighted: (weights) => pickWeighted(next, weights),
    id: (at) => v7({ msecs: at.getTime(), random: Uint8Array.from({ length: 16 }, () => int(0, 255)) }),
  };
}

function pickWeighted<K extends string>(next: () => number, weights: Partial<Record<K, number>>): K {
  const entries = Object.entries(weights) as [K, number][];
  let rest = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [key, weight] of entries) {
    rest -= weight;
    if (rest < 0) return key;
  }
  throw new RangeError("nothing to pick from");
}
