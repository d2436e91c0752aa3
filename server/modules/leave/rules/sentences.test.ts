import { expect, it } from "vitest";
import { wordsOf } from "@/server/words/words";
import { sentenceOf } from "./policy";

const blackout = (from: string, to: string, isYearly: boolean) => ({
  kind: "BLACKOUT" as const,
  parameters: { ranges: [{ from, to, isYearly }] },
});

it.each([
  ["2026-12-14", "2026-12-23", true, "No leave, each year: 14 – 23 December."],
  ["2026-12-24", "2027-01-02", true, "No leave, each year: 24 December – 2 January."],
  ["2028-02-29", "2028-02-29", true, "No leave, each year: 29 February."],
  ["2026-12-24", "2027-01-02", false, "No leave: 24 December 2026 – 2 January 2027."],
])("days without leave from %s to %s name a year only when they are once", (from, to, isYearly, sentence) => {
  expect(sentenceOf(blackout(from, to, isYearly), wordsOf("en")).replaceAll("\u2009", " ")).toBe(sentence);
});
