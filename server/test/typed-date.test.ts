import { describe, expect, it } from "vitest";
import { typedDate } from "@/app/(web)/dashboard/commands/typed-date";

/** A Sunday. */
const today = "2026-11-22";

describe("a date that is typed", () => {
  it.each([
    ["2026-12-24", "2026-12-24"],
    ["24.12.", "2026-12-24"],
    ["24/12/2027", "2027-12-24"],
    ["who is away on 24 Dec", "2026-12-24"],
    ["December 24, 2027", "2027-12-24"],
    ["3 march", "2027-03-03"],
    ["22 November", "2026-11-22"],
    ["21 November", "2027-11-21"],
    ["today", "2026-11-22"],
    ["Tomorrow", "2026-11-23"],
    ["on friday", "2026-11-27"],
    ["sun", "2026-11-22"],
  ])("%s is %s", (text, date) => expect(typedDate(text, today, "en")).toBe(date));

  it.each([
    ["vom 24. Dezember", "2026-12-24"],
    ["1. märz", "2027-03-01"],
    ["morgen", "2026-11-23"],
    ["übermorgen", "2026-11-24"],
    ["am Donnerstag", "2026-11-26"],
  ])("%s is %s in German", (text, date) => expect(typedDate(text, today, "de")).toBe(date));

  it.each(["", "31.2.", "2026-13-01", "ana", "24", "req_24 x", "99 December", "room 12"])(
    "%j is none",
    (text) => expect(typedDate(text, today, "en")).toBeNull(),
  );
});
