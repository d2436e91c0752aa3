import { inTurn } from "./in-turn";

/**
 * Processes many items in pieces, each in its turn. What is one piece is processed at once: a caller that holds locks gives few items.
 * @param size items per piece: some milliseconds of work
 * @throws the error of `work`; the remaining pieces are not started
 */
export async function inPieces<T>(
  all: readonly T[],
  size: number,
  work: (piece: readonly T[]) => Promise<void>,
): Promise<void> {
  if (all.length <= size) return all.length > 0 ? work(all) : undefined;
  for (let at = 0; at < all.length; at += size) await inTurn("work", () => work(all.slice(at, at + size)));
}
