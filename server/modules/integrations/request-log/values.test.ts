import { describe, expect, it } from "vitest";
import { encodeId, idKinds, safeNameText, timezoneText } from "@/server/kernel/schema";
import { isSafeName, isTimezone } from "@/server/kernel/text/text-rules";
import { CallerId } from "./schema";
import { callerIdPattern } from "./values";

const uuid = "01985f4e-7a3c-7c11-9f0e-3b1d2c4a5e6f";

describe("checks in the browser without the schema library", () => {
  const ids = [
    ...idKinds.map((kind) => encodeId(kind, uuid)),
    `key-${uuid}0`,
    `x-key-${uuid}`,
    uuid,
    "key-",
    "",
    // An app that describes itself in a document.
    "client-01985f4e-7a3c-8c11-9f0e-3b1d2c4a5e6f",
  ];

  it.each(ids)("agree with the schema on the caller %s", (id) => {
    expect(callerIdPattern.test(id)).toBe(CallerId.safeParse(id).success);
  });

  const names = [
    "Team",
    " Team ",
    "",
    "  ",
    "x".repeat(20),
    "x".repeat(21),
    "a\u0000b",
    "\ud800",
    "<b>",
    "a & b",
  ];

  it.each(names)("agree with the schema on the safe name %j", (name) => {
    expect(isSafeName(name, 20)).toBe(safeNameText(20).safeParse(name).success);
  });

  it.each(["Europe/Paris", "UTC", "+02:00", "Nowhere", ""])(
    "agree with the schema on the time zone %s",
    (zone) => {
      expect(isTimezone(zone)).toBe(timezoneText.safeParse(zone).success);
    },
  );
});
