/** Maximum questions of one statement. */
const maxAtOnce = 256;

interface Asking<V> {
  promise: Promise<V | undefined>;
  settle(answer: Promise<V | undefined>): void;
}

function asking<V>(): Asking<V> {
  let settle: Asking<V>["settle"] = () => undefined;
  const promise = new Promise<V | undefined>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}

/**
 * Looks values up by key. Keys that are asked for while a lookup is under way share the next one: a flood of them costs few statements,
 * and a lone one waits for none.
 */
export function askTogether<V>(
  lookUp: (keys: string[]) => Promise<ReadonlyMap<string, V>>,
): (key: string) => Promise<V | undefined> {
  const waiting = new Map<string, Asking<V>>();
  let isUnderWay = false;
  const next = (): void => {
    if (isUnderWay || waiting.size === 0) return;
    isUnderWay = true;
    const batch = [...waiting].slice(0, maxAtOnce);
    for (const [key] of batch) waiting.delete(key);
    const found = lookUp(batch.map(([key]) => key));
    for (const [key, { settle }] of batch) settle(found.then((answers) => answers.get(key)));
    const end = (): void => {
      isUnderWay = false;
      next();
    };
    found.then(end, end);
  };
  return (key) => {
    const one = waiting.get(key) ?? asking<V>();
    waiting.set(key, one);
    next();
    return one.promise;
  };
}
