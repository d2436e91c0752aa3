import { expect, it } from "vitest";
import { pageLanguages } from "@/drizzle/schema/values";
import { wordsOf } from "@/server/words/words";
import { sentenceOf } from "./policy";
import { sentencesOf } from "./present";

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

const proof = (longerThan: number, withinDays: number) => ({
  kind: "PROOF" as const,
  parameters: { longerThan, withinDays },
});

it.each([
  ["en", 3, 5, "Longer than 3 calendar days: hand in a certificate within 5 days of the first day."],
  ["en", 0, 1, "Hand in a certificate within 1 day of the first day."],
  ["en", 1, 0, "Longer than 1 calendar day: hand in a certificate on the first day."],
  [
    "de",
    3,
    5,
    "Länger als 3 Kalendertage: Bescheinigung innerhalb von 5 Tagen nach dem ersten Tag einreichen.",
  ],
  [
    "es",
    3,
    5,
    "Más de 3 días naturales: entrega un justificante a más tardar 5 días después del primer día.",
  ],
  [
    "fr",
    3,
    5,
    "Plus de 3 jours calendaires\u00a0: remettez un justificatif au plus tard 5 jours après le premier jour.",
  ],
  [
    "pt",
    3,
    5,
    "Mais de 3 dias de calendário: entregue um comprovativo o mais tardar 5 dias depois do primeiro dia.",
  ],
] as const)(
  "a certificate in %s says which days count, and from which day (%i, %i)",
  (locale, longer, within, text) => {
    expect(sentenceOf(proof(longer, within), wordsOf(locale))).toBe(text);
  },
);

it("a share away says that one may always be, whether open requests count, and that leave types do not", () => {
  const share = { group: "DEPARTMENT", percent: 20, countsOpen: true, ignoredLeaveTypeIds: [] };
  const say = (parameters: object) =>
    sentenceOf({ kind: "MAX_AWAY", parameters: { ...share, ...parameters } }, wordsOf("en"));
  const base = "At most 20% of the department, but at least one person, can be away on a day.";
  expect(say({})).toBe(`${base} Open requests count, too.`);
  expect(say({ countsOpen: false, ignoredLeaveTypeIds: ["a", "b"] })).toBe(
    `${base} Only approved leave counts. 2 leave types don’t count.`,
  );
});

it("a rule has its own sentence in each language of the pages", () => {
  const sentences = sentencesOf(proof(3, 5));
  expect(Object.keys(sentences)).toEqual([...pageLanguages]);
  expect(new Set(Object.values(sentences)).size).toBe(pageLanguages.length);
});
