/** Where an item of a navigation leads, and at which pages it is the current one. */
export interface NavTarget {
  href: string;
  /** Current only on exactly this path: for the overview, whose path is a prefix of all the others. */
  exact?: boolean;
  /** Other paths at and below which it is current: pages without an item of their own. */
  also?: readonly string[];
  /** Paths at and below which it is current where the address names a person: pages of one's own that also show others. */
  ofOthers?: readonly string[];
}

/** The address of a page, as far as the navigation goes by it. */
export interface Place {
  path: string;
  /** Whether it is about one person, who is named in the address. */
  isOfPerson: boolean;
}

const isAtOrBelow = (path: string, href: string): boolean => path === href || path.startsWith(`${href}/`);

/** How closely an item matches: the length of the path that does, a person's above one's own; 0 for none. */
function matchOf({ href, exact, also = [], ofOthers = [] }: NavTarget, { path, isOfPerson }: Place): number {
  const below = also.filter((other) => isAtOrBelow(path, other));
  const own = path === href || (!exact && isAtOrBelow(path, href)) ? [href] : [];
  const others = isOfPerson ? ofOthers.filter((other) => isAtOrBelow(path, other)) : [];
  return Math.max(0, ...[...own, ...below].map(({ length }) => length), ...others.map(() => path.length + 1));
}

/** The item of the current page; of several matches, the most specific. */
export const currentItem = <T extends NavTarget>(items: readonly T[], place: Place): T | undefined =>
  items
    .map((item) => ({ item, match: matchOf(item, place) }))
    .filter(({ match }) => match > 0)
    .sort((a, b) => b.match - a.match)[0]?.item;
