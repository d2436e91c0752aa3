import { describe, expect, it } from "vitest";
import { localesFrom } from "@/app/_kit/ui/date-words";
import { dateWithin, typedDate } from "@/app/_kit/ui/typed-date";

/** A Sunday. */
const today = "2026-11-22";
const english = { today, locales: localesFrom("en-GB") };
const german = { today, locales: localesFrom("de") };
const french = { today, locales: localesFrom("fr") };
const spanish = { today, locales: localesFrom("es") };
const portuguese = { today, locales: localesFrom("pt-PT") };

describe("a typed date", () => {
  it.each([
    ["2026-12-31", "2026-12-31"],
    ["2026/12/31", "2026-12-31"],
    ["31.12.", "2026-12-31"],
    ["31.12", "2026-12-31"],
    ["31.12.26", "2026-12-31"],
    ["31. 12. 2026", "2026-12-31"],
    ["31.12.2026", "2026-12-31"],
    ["31/12", "2026-12-31"],
    ["31-12-2026", "2026-12-31"],
    ["31122026", "2026-12-31"],
    ["12/31/2026", "2026-12-31"],
    ["5.4.85", "1985-04-05"],
    ["1.1.46", "2046-01-01"],
    ["1.1.47", "1947-01-01"],
    ["29.2.", "2028-02-29"],
    ["today", "2026-11-22"],
    ["Tomorrow", "2026-11-23"],
    ["yesterday", "2026-11-21"],
    ["morgen", "2026-11-23"],
    ["übermorgen", "2026-11-24"],
    ["+3", "2026-11-25"],
    ["-1", "2026-11-21"],
    ["+2w", "2026-12-06"],
    ["in 3 days", "2026-11-25"],
    ["in 2 Wochen", "2026-12-06"],
    ["next week", "2026-11-29"],
    ["nächste Woche", "2026-11-29"],
    ["sunday", "2026-11-22"],
    ["next sunday", "2026-11-29"],
    ["next monday", "2026-11-23"],
    ["nächsten Montag", "2026-11-23"],
    ["last friday", "2026-11-20"],
    ["diesen Freitag", "2026-11-27"],
    ["Do.", "2026-11-26"],
    ["31 Dec", "2026-12-31"],
    ["31Dec", "2026-12-31"],
    ["31. Dezember", "2026-12-31"],
    ["31.Dez.2026", "2026-12-31"],
    ["31st December 26", "2026-12-31"],
    ["Dec 31", "2026-12-31"],
    ["Thu 31 Dec 2026", "2026-12-31"],
    ["Do., 31. Dez. 2026", "2026-12-31"],
    ["1. März", "2027-03-01"],
    ["6. Jänner", "2027-01-06"],
  ])("%s is %s, in English and in German", (text, date) => {
    expect(typedDate(text, english)).toBe(date);
    expect(typedDate(text, german)).toBe(date);
  });

  it.each([
    ["31/12", "2026-12-31"],
    ["31 déc.", "2026-12-31"],
    ["1er janvier", "2027-01-01"],
    ["aout 3", "2027-08-03"],
    ["jeu. 31 déc. 2026", "2026-12-31"],
    ["hier", "2026-11-21"],
    ["après-demain", "2026-11-24"],
    ["dans 2 semaines", "2026-12-06"],
    ["semaine prochaine", "2026-11-29"],
    ["dimanche", "2026-11-22"],
    ["dimanche prochain", "2026-11-29"],
    ["ce vendredi", "2026-11-27"],
    ["vendredi dernier", "2026-11-20"],
    ["+2s", "2026-12-06"],
  ])("%s is %s in French", (text, date) => expect(typedDate(text, french)).toBe(date));

  it.each([
    ["31/12", "2026-12-31"],
    ["31 dic", "2026-12-31"],
    ["31 de diciembre", "2026-12-31"],
    ["jueves, 31 de diciembre de 2026", "2026-12-31"],
    ["mañana", "2026-11-23"],
    ["pasado mañana", "2026-11-24"],
    ["dentro de 3 días", "2026-11-25"],
    ["próxima semana", "2026-11-29"],
    ["el viernes", "2026-11-27"],
    ["lunes pasado", "2026-11-16"],
    ["próximo domingo", "2026-11-29"],
  ])("%s is %s in Spanish", (text, date) => expect(typedDate(text, spanish)).toBe(date));

  it.each([
    ["31/12", "2026-12-31"],
    ["31 dez.", "2026-12-31"],
    ["31 de dezembro de 2026", "2026-12-31"],
    ["quinta, 31/12/2026", "2026-12-31"],
    ["amanhã", "2026-11-23"],
    ["depois de amanhã", "2026-11-24"],
    ["daqui a 2 semanas", "2026-12-06"],
    ["próxima semana", "2026-11-29"],
    ["na sexta-feira", "2026-11-27"],
    ["segunda-feira passada", "2026-11-16"],
  ])("%s is %s in Portuguese", (text, date) => expect(typedDate(text, portuguese)).toBe(date));

  it.each([
    ...["", "31", "31.2.", "2026-13-01", "2026-02-30", "31.12.22026", "22026-12-31", "31.12.202"],
    ...["ana", "Dec", "99 December", "31 Dec 2026 x", "on 24 Dec", "Dezember 2026", "+", "room 12"],
  ])("%j is no date", (text) => {
    expect(typedDate(text, english)).toBeNull();
    expect(typedDate(text, german)).toBeNull();
  });

  it("without a year it is the next such date, or a recent one within pastDays", () => {
    expect(typedDate("21.11.", english)).toBe("2027-11-21");
    expect(typedDate("21.11.", { ...english, pastDays: 30 })).toBe("2026-11-21");
    expect(typedDate("22.10.", { ...english, pastDays: 30 })).toBe("2027-10-22");
    expect(typedDate("23.11.", { ...english, pastDays: 365 })).toBe("2025-11-23");
    expect(typedDate("6.1.", { ...english, from: "2027-01-07" })).toBe("2028-01-06");
  });

  it("every date format of the pages is parsed back", () => {
    const styles: Intl.DateTimeFormatOptions[] = [
      { dateStyle: "medium" },
      { dateStyle: "long" },
      { dateStyle: "full" },
      { dateStyle: "short" },
      { weekday: "short", day: "numeric", month: "short", year: "numeric" },
    ];
    for (const reading of [english, german, french, spanish, portuguese])
      for (const style of styles)
        for (let day = 0; day < 366; day++) {
          const at = new Date(Date.UTC(2028, 0, 1 + day));
          const written = new Intl.DateTimeFormat(reading.locales[0], { ...style, timeZone: "UTC" }).format(
            at,
          );
          expect(typedDate(written, reading), written).toBe(at.toISOString().slice(0, 10));
        }
  });
});

describe("a date in a longer text", () => {
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
  ])("%s is %s", (text, date) => expect(dateWithin(text, { today, locales: ["en-GB"] })).toBe(date));

  it.each([
    ["vom 24. Dezember", "2026-12-24"],
    ["1. märz", "2027-03-01"],
    ["morgen", "2026-11-23"],
    ["übermorgen", "2026-11-24"],
    ["am Donnerstag", "2026-11-26"],
  ])("%s is %s in German", (text, date) => expect(dateWithin(text, { today, locales: ["de"] })).toBe(date));

  it.each(["", "31.2.", "2026-13-01", "ana", "24", "123456", "req_24 x", "99 December", "room 12"])(
    "%j is no date",
    (text) => expect(dateWithin(text, { today, locales: ["en-GB"] })).toBeNull(),
  );
});
