import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { inPieces } from "./in-pieces";

describe("inPieces", () => {
  it("processes all items in order, one piece at a time", async () => {
    const pieces: number[][] = [];
    await inPieces([1, 2, 3, 4, 5], 2, async (piece) => void pieces.push([...piece]));
    expect(pieces).toEqual([[1, 2], [3, 4], [5]]);
  });

  it("concurrent runs take turns, and a timer fires between two pieces", async () => {
    const seen: string[] = [];
    const long = (name: string) =>
      inPieces([1, 2], 1, async (piece) => {
        seen.push(`${name}${piece[0]}`);
        await delay(2);
      });
    setTimeout(() => seen.push("timer"), 0);
    await Promise.all([long("a"), long("b")]);
    expect(seen.filter((one) => one !== "timer")).toEqual(["a1", "b1", "a2", "b2"]);
    expect(seen.at(-1)).not.toBe("timer");
  });

  it("one piece alone waits for no turn", async () => {
    const seen: string[] = [];
    const long = inPieces([1, 2], 1, async (piece) => {
      seen.push(`a${piece[0]}`);
      await delay(5);
    });
    await inPieces([1], 1, async () => void seen.push("b"));
    expect(seen).not.toContain("a2");
    await long;
  });

  it("stops at the first error", async () => {
    const seen: number[] = [];
    const failing = inPieces([1, 2, 3], 1, async ([one = 0]) => {
      seen.push(one);
      if (one === 2) throw new Error("no more");
    });
    await expect(failing).rejects.toThrow("no more");
    expect(seen).toEqual([1, 2]);
  });
});
