import { expect, it } from "vitest";
import { freeColor } from "./free-color";

it("a new leave type gets a colour that no other has, as long as there is one", () => {
  const used: string[] = [];
  for (let n = 0; n < 12; n++) used.push(freeColor(used));
  expect(new Set(used).size).toBe(12);
  expect(freeColor(used)).toBe(used[0]);
  expect(freeColor(["3B82F6"])).toBe("10b981");
});
