import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { inTurn } from "./in-turn";

describe("inTurn", () => {
  it("one piece runs at a time, and the process rests as long as it took before the next one", async () => {
    const times: [from: number, to: number][] = [];
    const piece = () =>
      inTurn("work", async () => {
        const from = performance.now();
        await delay(20);
        times.push([from, performance.now()]);
      });
    await Promise.all([piece(), piece(), piece()]);
    for (const [at, [from]] of times.entries()) {
      const [before, end] = times[at - 1] ?? [from, from];
      // A timer may fire a millisecond early.
      if (at > 0) expect(from - end).toBeGreaterThanOrEqual(end - before - 2);
    }
    expect(times).toHaveLength(3);
  });

  it("news waits for all work, also for work that comes later", async () => {
    const seen: string[] = [];
    const take = (rank: "work" | "news", name: string) =>
      inTurn(rank, async () => {
        seen.push(name);
        await delay(5);
      });
    await Promise.all([
      take("work", "first"),
      take("news", "mail"),
      take("work", "second").then(() => take("work", "third")),
    ]);
    expect(seen).toEqual(["first", "second", "third", "mail"]);
  });

  it("work that waits too long begins without a turn, because it may hold what the one before it waits for", async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const first = inTurn("work", () => held);
    await inTurn("work", async () => release());
    await first;
  });

  it("the next piece begins although the one before it failed", async () => {
    const failed = inTurn("work", async () => {
      throw new Error("no");
    });
    const next = inTurn("work", async () => "done");
    await expect(failed).rejects.toThrow("no");
    expect(await next).toBe("done");
  });
});
