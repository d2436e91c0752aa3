/**
 * Measures two pieces of work in alternation. Other load only adds time, so this compares the fastest tenth of each.
 * @returns the ratio of the first to the second
 */
export async function ratioInTurns(
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
  rounds: number,
): Promise<number> {
  const [ofFirst, ofSecond]: [number[], number[]] = [[], []];
  const measure = async (work: () => Promise<unknown>, into: number[]) => {
    const start = performance.now();
    await work();
    into.push(performance.now() - start);
  };
  for (let i = 0; i < rounds; i++) {
    await measure(first, ofFirst);
    await measure(second, ofSecond);
  }
  const quick = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(rounds / 10)] ?? 0;
  return quick(ofFirst) / quick(ofSecond);
}
