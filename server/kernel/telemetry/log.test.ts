import { expect, it } from "vitest";
import { createLog } from "./log";

function logged(fields: object): string {
  const lines: string[] = [];
  createLog("info", { write: (line) => void lines.push(line) }).error(fields, "it failed");
  return lines.join();
}

it("logs an error with its code, stack and causes", () => {
  const cause = Object.assign(new Error("duplicate key"), { code: "23505" });
  const line = JSON.parse(logged({ error: new Error("not saved", { cause }) }));
  expect(line.error).toMatchObject({
    message: "not saved",
    cause: { message: "duplicate key", code: "23505" },
  });
  expect(line.error.stack).toContain("log.test.ts");
});

it("omits the values of a failed query", () => {
  const error = new Error("Failed query: select 1\nparams: ana@example.com,$argon2id$secret\nof two lines");
  Object.assign(error, { params: ["ana@example.com"], parameters: ["$argon2id$secret"] });
  const line = logged({ error });
  expect(line).toContain("Failed query: select 1");
  expect(line).toContain("log.test.ts");
  expect(line).not.toContain("ana@example.com");
  expect(line).not.toContain("argon2id");
  expect(line).not.toContain("of two lines");
});

it("redacts secrets", () => {
  expect(logged({ authorization: "Bearer x1", request: { cookie: "x2", password: "x3" } })).not.toMatch(
    /x[123]/,
  );
});
