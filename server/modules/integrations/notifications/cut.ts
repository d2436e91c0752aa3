import { countLines, type Piece } from "./message";

/**
 * The pieces from the start that fit a channel's budget, and the number of lines left out. A heading at the very end without lines below it
 * is left out as well.
 * @param costOf a piece's share of the budget
 */
export function cutPieces(
  pieces: readonly Piece[],
  budget: number,
  costOf: (piece: Piece) => number,
): { shown: readonly Piece[]; leftOut: number } {
  let used = 0;
  let end = 0;
  for (const piece of pieces) {
    used += costOf(piece);
    if (used > budget) break;
    end++;
  }
  if (end === pieces.length) return { shown: pieces, leftOut: 0 };
  while (end > 0 && (pieces[end - 1]?.kind === "group" || pieces[end - 1]?.kind === "day")) end--;
  return { shown: pieces.slice(0, end), leftOut: countLines(pieces.slice(end)) };
}
