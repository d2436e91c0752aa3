import { expect, it } from "vitest";
import { canonicalJson } from "./canonical-json";

const same = (a: string, b: string) => canonicalJson(JSON.parse(a)) === canonicalJson(JSON.parse(b));

it("ignores the order of members and white space at any depth", () => {
  expect(
    same('{"a":1,"b":{"c":[2,{"d":3,"e":4}],"f":null}}', '{ "b":{"f":null,"c":[2,{"e":4,"d":3}]}, "a":1.0 }'),
  ).toBe(true);
});

it.each([
  ["the order of a list", "[1,2]", "[2,1]"],
  ["a number and its text", "[1]", '["1"]'],
  ["a number too large for JSON and null", "[1e400]", "[null]"],
  ["that number and its opposite", "[1e400]", "[-1e400]"],
  ["halves of surrogate pairs", '["\\ud800"]', '["\\ud801"]'],
  ["half a surrogate pair and its replacement", '["\\ud800"]', '["\\ufffd"]'],
  ["a member called __proto__", '{"__proto__":{"a":1}}', "{}"],
])("%s differ", (_, a, b) => expect(same(a, b)).toBe(false));

it("serializes a value of any depth", () => {
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  expect(canonicalJson(JSON.parse(deep))).toBe(deep);
});

it("undefined becomes an empty string", () => expect(canonicalJson(undefined)).toBe(""));
