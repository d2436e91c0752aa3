import { expect, it } from "vitest";
import { askTogether } from "./ask-together";

/** A lookup that a test answers. */
function lookups() {
  const asked: { keys: string[]; answer: (found: Record<string, number>) => void; fail: () => void }[] = [];
  const ask = askTogether(
    (keys) =>
      new Promise<ReadonlyMap<string, number>>((resolve, reject) => {
        asked.push({
          keys,
          answer: (found) => resolve(new Map(Object.entries(found))),
          fail: () => reject(new Error("no answer")),
        });
      }),
  );
  return { asked, ask };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

it("a lone key waits for no other; those asked for meanwhile share one lookup, each key once", async () => {
  const { asked, ask } = lookups();
  const answers = ["a", "b", "c", "b"].map(ask);
  expect(asked.map(({ keys }) => keys)).toEqual([["a"]]);
  asked[0]?.answer({ a: 1 });
  await turn();
  expect(asked.map(({ keys }) => keys)).toEqual([["a"], ["b", "c"]]);
  asked[1]?.answer({ b: 2 });
  expect(await Promise.all(answers)).toEqual([1, 2, undefined, 2]);
});

it("a failed lookup fails its own keys only", async () => {
  const { asked, ask } = lookups();
  const [first, second] = [ask("a"), ask("b")];
  asked[0]?.fail();
  await expect(first).rejects.toThrow("no answer");
  await turn();
  asked[1]?.answer({ b: 2 });
  expect(await second).toBe(2);
});

it("a lookup has at most 256 keys", async () => {
  const { asked, ask } = lookups();
  const answers = Array.from({ length: 600 }, (_, at) => ask(String(at)));
  for (let at = 0; at < 4; at++) {
    asked[at]?.answer({});
    await turn();
  }
  expect(asked.map(({ keys }) => keys.length)).toEqual([1, 256, 256, 87]);
  await Promise.all(answers);
});
