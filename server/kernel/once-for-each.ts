/** Makes a thing for each key once, for keys that are few: what is made is kept as long as the process. */
export function onceForEach<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    const found = made.get(key) ?? make(key);
    made.set(key, found);
    return found;
  };
}
