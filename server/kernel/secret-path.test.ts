import { expect, it } from "vitest";
import { isSecretPath, pathForLog } from "./secret-path";

it.each([
  ["/decide/s3cr3t", "/decide/…"],
  ["/decide/s3cr3t/answer", "/decide/…/answer"],
  ["/decide/s3cr3t?problem=form", "/decide/…?problem=form"],
  ["/login", "/login"],
  ["/dashboard/decide/x", "/dashboard/decide/x"],
])("in a log %s stands as %s", (path, shown) => {
  expect(pathForLog(path)).toBe(shown);
  expect(isSecretPath(path)).toBe(path !== shown);
});

it("in a log the link that makes the first workspace stands without what lets somebody in", () => {
  expect(pathForLog("/set-up/s3cr3t")).toBe("/set-up/…");
});
