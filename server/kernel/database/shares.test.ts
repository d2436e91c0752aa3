import { expect, it } from "vitest";
import { Shares } from "./shares";

/** Work that ends on demand. */
function works(shares: Shares, workspaceId: string, count: number) {
  const begun: (() => void)[] = [];
  const ended = Array.from({ length: count }, () =>
    shares.run(workspaceId, () => new Promise<void>((resolve) => begun.push(resolve)), true),
  );
  return { begun, ended };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

it("a lone workspace gets all connections but one; further work queues and begins in order of arrival", async () => {
  const { begun, ended } = works(new Shares(10), "a", 12);
  expect(begun).toHaveLength(9);
  begun[0]?.();
  await ended[0];
  await turn();
  expect(begun).toHaveLength(10);
  for (let at = 1; at < 12; at++) {
    begun[at]?.();
    await ended[at];
    await turn();
  }
});

it("with a second workspace each gets half: one above its share gets no new connection until it is below", async () => {
  const shares = new Shares(10);
  const a = works(shares, "a", 12);
  const b = works(shares, "b", 12);
  expect([a.begun.length, b.begun.length]).toEqual([9, 5]);
  for (let at = 0; at < 4; at++) {
    a.begun[at]?.();
    await a.ended[at];
    await turn();
  }
  expect(a.begun).toHaveLength(9);
  a.begun[4]?.();
  await a.ended[4];
  await turn();
  expect(a.begun).toHaveLength(10);
});

it("an error releases the connection", async () => {
  const shares = new Shares(4);
  for (let count = 0; count < 5; count++)
    await expect(shares.run("a", () => Promise.reject(new Error("broken")), false)).rejects.toThrow("broken");
  await expect(shares.run("a", async () => "fine", false)).resolves.toBe("fine");
});
