import {
  afterWeekend,
  type Correction,
  each,
  isNone,
  isPublic,
  optional,
  ruled,
  substituted,
} from "./correction";

const fridayOrMonday = "if Saturday then previous Friday if Sunday then next Monday";
/** Days of the moon, which `date-holidays` repeats on the dates of 2026. */
const sriLankaIn2026 =
  "01-03 01-15 02-01 02-15 03-02 03-21 04-01 05-02 05-28 05-30 06-29 07-29 08-26 08-27 09-26 10-25 11-08 11-24 12-23".split(
    " ",
  );

export const asia: readonly Correction[] = [
  {
    country: "KR",
    changes: {
      "korean 01-0-01 P3D": { rule: "1 day before korean 01-0-01 P3D" },
      "05-01": { names: { en: "Labour Day", ko: "노동절" } },
    },
    source:
      "Public Holidays Act: New Year is the day, the one before and the one after; Labour Day is a paid holiday by its own Act",
  },
  {
    country: "CN",
    changes: {
      "chinese 01-0-03": { names: { en: "Spring Festival", zh: "春节" } },
      ...substituted(
        ["01-01", "chinese 5-01 solarterm", "chinese 05-0-05", "chinese 08-0-15"],
        afterWeekend.one,
      ),
      ...substituted(["05-01"], afterWeekend.ofTwo),
      [`05-02 and ${afterWeekend.ofTwo}`]: { names: { en: "Labour Day", zh: "劳动节" } },
      ...substituted(["10-01"], afterWeekend.firstOfThree),
      ...substituted(["10-02"], afterWeekend.secondOfThree),
      ...substituted(["10-03"], afterWeekend.thirdOfThree),
      ...each(["03-08 12:00", "05-04 12:00", "08-01 12:00"], optional),
      "06-01": isNone,
    },
    source:
      "State Council, Order 795 of 2024: New Year's Eve and three days of Spring Festival, 1 and 2 May, a working day for each on a weekend; women, young people, children and soldiers have days of their own",
  },
  {
    country: "TW",
    changes: {
      [`05-01 and ${fridayOrMonday}`]: isPublic,
      ...ruled(
        ["02-28", "10-10", "chinese 5-01 solarterm", "chinese 05-0-05", "chinese 08-0-15"].map(
          (day) => `${day} and if Sunday then next Monday`,
        ),
        (rule) => rule.replace("if Sunday then next Monday", fridayOrMonday),
      ),
      // The Monday after is often Tomb Sweeping Day.
      "04-04 and if Sunday then next Monday": {
        rule: "04-04 and if Saturday then previous Friday if Sunday then next Tuesday",
      },
      ...Object.fromEntries(
        ["09-28", "10-25", "12-25"].map((day) => [
          day,
          { type: "public" as const, rule: `${day} and ${fridayOrMonday}` },
        ]),
      ),
      "1 day before chinese 01-0-00": { names: { en: "Day before Lunar New Year's Eve", zh: "小年夜" } },
    },
    source: "Act on Memorial Days and Festivals, 28 May 2025: days added, and a day for each on a weekend",
  },
  {
    country: "PH",
    changes: { easter: isNone },
    source: "Proclamation 1006 of 2025: Easter Sunday is in neither list",
  },
  {
    country: "TH",
    changes: {
      [`05-01 and ${afterWeekend.one}`]: {
        names: { en: "National Labour Day", th: "วันแรงงานแห่งชาติ" },
      },
      ...substituted(
        ["01-01", "04-06", "05-04", "06-03", "07-28", "08-12", "10-13", "10-23", "12-05", "12-10"],
        afterWeekend.one,
      ),
    },
    source: "Labour Protection Act, s. 29: National Labour Day; the working day after a weekend",
  },
  {
    country: "VN",
    changes: {
      ...substituted(["01-01", "vietnamese 3-0-10"], afterWeekend.one),
      ...substituted(["04-30", "05-01"], afterWeekend.ofTwo),
    },
    source:
      "Labour Code of 2019, articles 111 and 112: a holiday on a day of rest is taken on the next working day",
  },
  {
    country: "BN",
    changes: { "03-31": { rule: "05-31" } },
    source: "Public holidays, labour.gov.bn: Royal Brunei Armed Forces Day",
  },
  {
    country: "BD",
    changes: {
      ...each(["bengali-revised 12-3", "bengali-revised 4-31"], isNone),
      "08-05": { names: { en: "July Mass Uprising Day", bn: "জুলাই গণঅভ্যুত্থান দিবস" } },
    },
    source: "mopa.gov.bd, Public holidays 2025 and 2026: 5 August, neither 17 March nor 15 August",
  },
  {
    country: "LK",
    changes: {
      "01-01": isNone,
      ...ruled(sriLankaIn2026, (day) => `2026-${day}`),
    },
    source: "Holidays Act 29 of 1971 and the list of 2026, documents.gov.lk: not New Year's Day",
  },
  {
    country: "KZ",
    changes: {
      "03-21 and if saturday then next monday if sunday then next tuesday": {
        rule: `03-21 and ${afterWeekend.firstOfThree}`,
      },
      "03-22 and if saturday then next monday if sunday then next tuesday": {
        rule: `03-22 and ${afterWeekend.secondOfThree}`,
      },
    },
    source: "Labour Code, articles 84 and 85: each day of Nauryz on a weekend is taken after the last",
  },
  {
    country: "AE",
    changes: {
      ...each(["27 Rajab", "1 Ramadan"], isNone),
      "9 Dhu al-Hijjah": { names: { en: "Arafat Day", ar: "يوم عرفة" } },
      "12-03": { names: { en: "National Day", ar: "اليوم الوطني" } },
    },
    source: "Cabinet Resolution 27 of 2024 on public holidays",
  },
  {
    country: "BH",
    changes: { "1 Shawwal": { rule: "1 Shawwal P3D" }, "10 Muharram": { rule: "9 Muharram P2D" } },
    source: "cbb.gov.bh, Official bank holidays: three days of Eid al-Fitr, 9 and 10 Muharram",
  },
];
