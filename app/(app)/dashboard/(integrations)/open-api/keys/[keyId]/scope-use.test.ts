import { expect, it } from "vitest";
import { scopeUseOf } from "./key-scopes";

const at = (day: number) => new Date(Date.UTC(2026, 10, day));
const endpoints = [
  { method: "GET", path: "/v2/leaves", scope: "leaves:read" },
  { method: "GET", path: "/v2/leaves/{id}", scope: "leaves:read" },
  { method: "POST", path: "/v2/leaves", scope: "leaves:write" },
  { method: "GET", path: "/v2/operations/{id}", scope: "any" },
] as const;

it("a key's used scopes are those of the called endpoints, each with its count and its last use", () => {
  const call = (method: string, path: string, count: number, day: number, onBehalf = false) => ({
    ...{ method, path, count, onBehalf, lastAt: at(day) },
  });
  const uses = scopeUseOf(
    [
      call("GET", "/v2/leaves", 3, 5),
      call("GET", "/v2/leaves/{id}", 2, 4),
      call("POST", "/v2/leaves", 1, 7, true),
      call("GET", "/v2/operations/{id}", 9, 9),
      call("GET", "/v2/gone", 9, 9),
    ],
    endpoints,
  );
  expect([...uses]).toEqual([
    ["leaves:read", { count: 5, lastAt: at(5) }],
    ["leaves:write", { count: 1, lastAt: at(7) }],
    ["users:act-on-behalf", { count: 1, lastAt: at(7) }],
  ]);
});
