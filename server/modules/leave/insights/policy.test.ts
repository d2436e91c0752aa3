import fc from "fast-check";
import { expect, it } from "vitest";
import { type Cell, isInGroup, minPeople, shownGroups } from "./policy";

const cell = (locationId: string, departmentId: string, people: number): Cell => ({
  locationId,
  departmentId,
  people,
});

it("a group of fewer than five people is not shown, nor one by whose difference four would be", () => {
  const isShown = shownGroups([cell("north", "sales", 8), cell("south", "sales", 4), cell("north", "it", 6)]);
  expect(isShown({})).toBe(true);
  // Everyone less north would be the four of south.
  expect([isShown({ locationId: "north" }), isShown({ locationId: "south" })]).toEqual([false, false]);
  expect([isShown({ departmentId: "sales" }), isShown({ departmentId: "it" })]).toEqual([true, true]);
  expect(isShown({ locationId: "north", departmentId: "sales" })).toBe(false);
  expect(isShown({ departmentId: "unknown" })).toBe(false);
  expect(shownGroups([cell("north", "sales", 4)])({})).toBe(false);
});

it("a department within a location is not shown where the rest of the location has four people", () => {
  const isShown = shownGroups([cell("north", "sales", 6), cell("north", "it", 4), cell("south", "it", 5)]);
  expect(isShown({ locationId: "north" })).toBe(true);
  expect(isShown({ departmentId: "sales" })).toBe(false);
});

/** Whether a row of numbers is a sum of multiples of others. */
function isDerivable(wanted: readonly number[], given: readonly (readonly number[])[]): boolean {
  const rankOf = (rows: readonly (readonly number[])[]) => {
    const left = rows.map((row) => [...row]);
    let rank = 0;
    for (let column = 0; column < wanted.length; column++) {
      const at = left.findIndex((row, place) => place >= rank && Math.abs(row[column] ?? 0) > 1e-9);
      if (at < 0) continue;
      const [pivot = []] = left.splice(at, 1);
      left.splice(rank, 0, pivot);
      for (const [place, row] of left.entries()) {
        if (place === rank) continue;
        const factor = (row[column] ?? 0) / (pivot[column] ?? 1);
        for (const [n, value] of pivot.entries()) row[n] = (row[n] ?? 0) - factor * value;
      }
      rank++;
    }
    return rank;
  };
  return rankOf(given) === rankOf([...given, wanted]);
}

it("from all groups that are shown, no figure about one to four people can be derived by sums and differences", () => {
  const places = ["a", "b", "c"].flatMap((locationId) =>
    ["x", "y", "z"].map((departmentId) => ({ locationId, departmentId })),
  );
  const sizes = fc.array(fc.constantFrom(0, 0, 1, 2, 3, 4, 5, 6, 9, 14), { minLength: 9, maxLength: 9 });
  fc.assert(
    fc.property(sizes, (people) => {
      const cells = places
        .map((place, n) => ({ ...place, people: people[n] ?? 0 }))
        .filter((one) => one.people > 0);
      const isShown = shownGroups(cells);
      const groups = [
        {},
        ...["a", "b", "c"].map((locationId) => ({ locationId })),
        ...["x", "y", "z"].map((departmentId) => ({ departmentId })),
        ...places,
      ].filter(isShown);
      const given = groups.map((group) => cells.map((one) => (isInGroup(group)(one) ? 1 : 0)));
      for (let subset = 1; subset < 2 ** cells.length; subset++) {
        const wanted = cells.map((_, n) => (subset >> n) & 1);
        const count = cells.reduce((sum, one, n) => sum + (wanted[n] ?? 0) * one.people, 0);
        if (count < minPeople) expect(isDerivable(wanted, given)).toBe(false);
      }
    }),
    { numRuns: 300 },
  );
});
