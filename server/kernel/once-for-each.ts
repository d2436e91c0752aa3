/** Memoizes `make` by key, for a small number of keys: entries are kept for the life of the process. */
export function onceForEach<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    const found = made.get(key) ?? make(key);
    made.set(key, found);
    return found;
  };
}
