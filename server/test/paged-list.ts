/** Names in mixed case, with accents and digits, in no order. */
export const manyNames = (count: number): string[] => {
  const beginnings = ["Zander", "anders", "Ärmel", "Émile", "Emil", "Ødegaard", "zoe"];
  return Array.from({ length: count }, (_, n) => `${beginnings[n % beginnings.length]} ${(n * 71) % count}`);
};

export const namesInOrder = (names: readonly string[]): string[] =>
  [...names].sort(new Intl.Collator("en").compare);

/** Every page of a list, from the first on. */
export async function allPages<Page extends { next: string | null }>(
  ask: (cursor?: string) => Promise<Page>,
): Promise<Page[]> {
  const pages = [await ask()];
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await ask(next));
  return pages;
}
