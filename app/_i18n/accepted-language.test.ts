import { describe, expect, it } from "vitest";
import { acceptedLanguage } from "@/app/_i18n/accepted-language";
import { isTimeZone, timeZoneNames } from "@/app/_i18n/time-zone";

describe("the language that a browser asks for", () => {
  it.each([
    ["de", "de"],
    ["de-AT,de;q=0.9,en;q=0.8", "de"],
    ["fr-FR, fr;q=0.9, de;q=0.5, en;q=0.7", "fr"],
    ["nl-NL, nl;q=0.9, de;q=0.5, en;q=0.7", "en"],
    ["es-419", "es"],
    ["pt-BR,pt;q=0.9", "pt"],
    ["EN-us", "en"],
    ["de;q=0, en", "en"],
    ["de;q=0", null],
    ["de;q=x,en;q=0.1", "en"],
    ["tlh, *;q=0.5", null],
    ["", null],
    [null, null],
  ])("%s is %s", (header, language) => {
    expect(acceptedLanguage(header)).toBe(language);
  });
});

describe("time zones to choose from", () => {
  it("have the names in use today, and what was chosen before", () => {
    const names = timeZoneNames(["EST5EDT", null]);
    expect(names).toEqual(expect.arrayContaining(["UTC", "Europe/Kyiv", "Asia/Kolkata", "EST5EDT"]));
    expect(names).not.toContain("Asia/Calcutta");
    expect(names.filter((name) => !isTimeZone(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });
});
