/**
 * How long two pieces of work take, measured in turns. What else runs on the machine only adds: the quickest tenth of each is compared.
 * @returns how many times as long the first takes as the second
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
