import { expect, it } from "vitest";
import { currentItem } from "./current-item";

const items = [
  { href: "/dashboard", exact: true },
  { href: "/dashboard/leaves", also: ["/dashboard/balances"] },
  {
    href: "/dashboard/people",
    ...{ also: ["/dashboard/balances/lapses"], ofOthers: ["/dashboard/leaves/year", "/dashboard/balances"] },
  },
];
const currentAt = (path: string, isOfPerson = false) => currentItem(items, { path, isOfPerson })?.href;

it.each([
  ["/dashboard", "/dashboard"],
  ["/dashboard/leaves/leave-1", "/dashboard/leaves"],
  ["/dashboard/leaves/year", "/dashboard/leaves"],
  ["/dashboard/balances", "/dashboard/leaves"],
  ["/dashboard/balances/lapses", "/dashboard/people"],
  ["/dashboard/settings", undefined],
])("%s is at %s", (path, href) => {
  expect(currentAt(path)).toBe(href);
});

it("the year and the balances of another person are at People", () => {
  expect(currentAt("/dashboard/leaves/year", true)).toBe("/dashboard/people");
  expect(currentAt("/dashboard/balances", true)).toBe("/dashboard/people");
  expect(currentAt("/dashboard/leaves/leave-1", true)).toBe("/dashboard/leaves");
});
