import { expect, it } from "vitest";
import { destinationOf, returnPath } from "./return-path";

it.each([
  "/",
  "/dashboard",
  "/dashboard/open-api/keys?page=2&q=a%20b#top",
  "/oauth/authorize?session=abc",
  "/%2F%2Fevil.test",
  "/a//b",
  "/loginfo",
  "/dashboard?next=https://evil.test",
])("keeps %s", (path) => {
  expect(returnPath(path)).toBe(path);
});

it.each([
  undefined,
  null,
  7,
  ["/dashboard", "/x"],
  "",
  "dashboard",
  "//evil.test",
  "///evil.test",
  "/\\evil.test",
  "\\\\evil.test",
  "/\t/evil.test",
  "/\n/evil.test",
  "\t//evil.test",
  " //evil.test",
  "/\u0000/evil.test",
  "/..//evil.test",
  "/a/..//evil.test",
  "/.//evil.test",
  "/%2e%2e//evil.test",
  "https://evil.test",
  "https:evil.test",
  "HTTPS://evil.test",
  "javascript:alert(1)",
  "data:text/html,x",
  "/\u2028/x",
  "/ä",
  "／evil.test",
  "@evil.test",
  "/dash\r\nSet-Cookie: a=b",
  "/login",
  "/login?next=/login",
  "/LOGIN/link?token=x",
  "/./login",
  "/reset-password?token=x",
  `/${"a".repeat(3000)}`,
])("replaces %j with the dashboard", (path) => {
  expect(returnPath(path)).toBe("/dashboard");
});

const app = "https://app.test";

it.each([
  [{ session: "abc_-9", next: "/dashboard/x" }, "/oauth/authorize?session=abc_-9"],
  [{ session: "a&redirect=//evil.test", next: "/x" }, "/x"],
  [{ session: "", next: "/x" }, "/x"],
  [{ callbackUrl: "https://app.test/x?y=1" }, "/x?y=1"],
  [{ callbackUrl: "https://app.test//evil.test" }, "/dashboard"],
  [{ callbackUrl: "https://app.test.evil.test/x" }, "/dashboard"],
  [{ callbackUrl: "https://app.test@evil.test/x" }, "/dashboard"],
  [{ next: "/y", callbackUrl: "https://app.test/x" }, "/y"],
  [{}, "/dashboard"],
])("%j leads to %s", (query, expected) => {
  expect(destinationOf(query, app)).toBe(expected);
});
