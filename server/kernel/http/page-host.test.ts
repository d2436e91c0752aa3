import { expect, test } from "vitest";
import { servesPages } from "./page-host";

const apart = { APP_URL: "https://app.example.com", BASE_URL: "https://api.example.com:8443" };

test("serves pages on every host when one origin serves everything", () => {
  expect(servesPages("anything.example", {})).toBe(true);
  expect(
    servesPages("anything.example", { APP_URL: "http://a.example", AUTH_URL: "http://A.example:80" }),
  ).toBe(true);
});

test("serves pages on the app's host only when hosts differ", () => {
  expect(servesPages("APP.example.com:443", apart)).toBe(true);
  expect(servesPages("api.example.com:8443", apart)).toBe(false);
  expect(servesPages("unknown.example", apart)).toBe(false);
});
