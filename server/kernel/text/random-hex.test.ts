import { expect, it } from "vitest";
import { randomHex } from "./random-hex";

it("returns the requested number of digits, never the same twice, even across a pool refill", () => {
  const made = Array.from({ length: 2000 }, (_, at) => randomHex(at % 2 ? 8 : 16));
  expect(made.filter((digits, at) => !new RegExp(`^[0-9a-f]{${at % 2 ? 16 : 32}}$`).test(digits))).toEqual(
    [],
  );
  expect(new Set(made.map((digits) => digits.slice(0, 16))).size).toBe(2000);
  // The pool was filled: no value is all zeros.
  expect(made.filter((digits) => /^0+$/.test(digits))).toEqual([]);
});
