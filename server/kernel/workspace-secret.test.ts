import { expect, it } from "vitest";
import { newId } from "./ids";
import { sha256 } from "./secrets";
import {
  newSecret,
  noWorkspace,
  presentedSecret,
  workspaceDigits,
  workspaceLength,
  workspaceOfDigits,
} from "./workspace-secret";

it("an id is its 22 digits, and back", () => {
  const edges = [noWorkspace, "ffffffff-ffff-ffff-ffff-ffffffffffff", "00000000-0000-0000-0000-00000000003e"];
  for (const id of [...edges, ...Array.from({ length: 500 }, newId)]) {
    expect(workspaceDigits(id)).toMatch(/^[0-9A-Za-z]{22}$/);
    expect(workspaceOfDigits(workspaceDigits(id))).toBe(id);
  }
  expect(workspaceDigits("00000000-0000-0000-0000-00000000003e")).toBe(`${"0".repeat(20)}10`);
});

it("digits of no id are those of no workspace", () => {
  for (const digits of ["z".repeat(22), `${"0".repeat(21)}-`, `_${"0".repeat(21)}`])
    expect(workspaceOfDigits(digits)).toBe(noWorkspace);
});

it("a secret names its workspace; an earlier one names none", () => {
  const workspaceId = newId();
  const secret = newSecret(workspaceId);
  expect(secret).toMatch(/^[0-9A-Za-z]{65}$/);
  expect(presentedSecret(secret)).toEqual({ hash: sha256(secret), workspaceId });
  const earlier = secret.slice(0, -workspaceLength);
  expect(presentedSecret(earlier)).toEqual({ hash: sha256(earlier), workspaceId: null });
});
