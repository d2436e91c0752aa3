interface Node {
  id: string;
  name: string;
  parentId: string | null;
}

/** Departments in tree order with their depth; siblings keep their order. */
export function inTree<D extends Node>(departments: readonly D[]): (D & { depth: number })[] {
  const ids = new Set(departments.map(({ id }) => id));
  const below = (parentId: string | null, depth: number): (D & { depth: number })[] =>
    departments
      .filter((one) => (one.parentId !== null && ids.has(one.parentId) ? one.parentId : null) === parentId)
      .flatMap((one) => [{ ...one, depth }, ...below(one.id, depth + 1)]);
  return below(null, 0);
}

/** A department and its descendants: none of them can be its parent. */
export function withAllBelow(departments: readonly Node[], id: string): ReadonlySet<string> {
  const found = new Set([id]);
  for (const one of inTree(departments))
    if (one.parentId !== null && found.has(one.parentId)) found.add(one.id);
  return found;
}
