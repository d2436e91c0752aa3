import { describe, expect, it } from "vitest";
import { plus, second } from "@/server/kernel/time/clock";
import { fromBase32 } from "@/server/test/base32";
import { base32, codeAt, matchingStep, otpauthUri, timeStepOf } from "./totp";

/** The secret of RFC 4226, Appendix D, and of RFC 6238, Appendix B. */
const secret = Buffer.from("12345678901234567890");

describe("a code", () => {
  it.each([
    [59, "94287082"],
    [1111111109, "07081804"],
    [1111111111, "14050471"],
    [1234567890, "89005924"],
    [2000000000, "69279037"],
    [20000000000, "65353130"],
  ])("RFC 6238, Appendix B: at %i seconds", (seconds, code) => {
    const step = timeStepOf(new Date(seconds * second));
    expect(codeAt(secret, step, 8)).toBe(code);
    expect(codeAt(secret, step)).toBe(code.slice(2));
  });

  it.each(
    "755224 287082 359152 969429 338314 254676 287922 162583 399871 520489"
      .split(" ")
      .map((code, at) => [at, code] as const),
  )("RFC 4226, Appendix D: of counter %i", (counter, code) => {
    expect(codeAt(secret, counter)).toBe(code);
  });

  it("counts for its step, the one before and the one after, and no longer", () => {
    const now = new Date("2026-11-30T12:00:10Z");
    const step = timeStepOf(now);
    const accepted = [-2, -1, 0, 1, 2].map((off) => matchingStep(secret, codeAt(secret, step + off), now));
    expect(accepted).toEqual([null, step - 1, step, step + 1, null]);
    expect(matchingStep(secret, codeAt(secret, step), plus(now, 49 * second))).toBe(step);
    expect(matchingStep(secret, codeAt(secret, step), plus(now, 50 * second))).toBeNull();
  });

  it.each(["", "12345", "1234567", "abcdef"])("is no other text: %s", (text) => {
    expect(matchingStep(secret, text, new Date())).toBeNull();
  });
});

describe("what an app reads", () => {
  it.each([
    ["", ""],
    ["f", "MY"],
    ["fo", "MZXQ"],
    ["foo", "MZXW6"],
    ["foob", "MZXW6YQ"],
    ["fooba", "MZXW6YTB"],
    ["foobar", "MZXW6YTBOI"],
  ])("RFC 4648, 10: %s in base32", (text, encoded) => {
    expect(base32(Buffer.from(text))).toBe(encoded);
    expect(fromBase32(encoded).toString()).toBe(text);
  });

  it("the address names issuer and account, without a blank as a plus sign", () => {
    const uri = otpauthUri(secret, { issuer: "Timeaway", account: "Böhm & Co (a+b@example.com)" });
    expect(uri).not.toContain("+");
    const { protocol, host, pathname, searchParams } = new URL(uri);
    expect([protocol, host]).toEqual(["otpauth:", "totp"]);
    expect(decodeURIComponent(pathname)).toBe("/Timeaway:Böhm & Co (a+b@example.com)");
    expect(Object.fromEntries(searchParams)).toEqual({
      ...{ secret: base32(secret), issuer: "Timeaway", algorithm: "SHA1", digits: "6", period: "30" },
    });
  });
});
