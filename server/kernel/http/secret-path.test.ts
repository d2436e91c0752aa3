import { expect, it } from "vitest";
import { isSecretPath, pathForLog } from "./secret-path";

it.each([
  ["/decide/s3cr3t", "/decide/…"],
  ["/decide/s3cr3t/answer", "/decide/…/answer"],
  ["/decide/s3cr3t?problem=form", "/decide/…?problem=form"],
  ["/login", "/login"],
  ["/dashboard/decide/x", "/dashboard/decide/x"],
])("logs %s as %s", (path, shown) => {
  expect(pathForLog(path)).toBe(shown);
  expect(isSecretPath(path)).toBe(path !== shown);
});

it("logs the set-up link of the first workspace without its secret", () => {
  expect(pathForLog("/set-up/s3cr3t")).toBe("/set-up/…");
});
