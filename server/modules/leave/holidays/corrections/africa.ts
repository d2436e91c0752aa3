import { afterWeekend, type Correction, each, isNone, ruled, substituted } from "./correction";

const toMonday = "if sunday then next monday";
const bridge = "if tuesday then previous monday if thursday then next friday";

export const africa: readonly Correction[] = [
  {
    country: "EG",
    changes: { "9 Dhu al-Hijjah": { names: { en: "Arafat Day", ar: "وقفة عيد الأضحى" } } },
    source: "presidency.eg, Official holidays: the day of Arafat before Eid al-Adha",
  },
  {
    country: "MA",
    changes: {
      "01-14": { names: { en: "Amazigh New Year", ar: "رأس السنة الأمازيغية", fr: "Nouvel an amazigh" } },
    },
    source: "Royal decision of 3 May 2023: 14 January, paid, since 2024",
  },
  {
    country: "DZ",
    changes: ruled(["1 Shawwal", "10 Dhu al-Hijjah"], (day) => `${day} P3D`),
    source: "Loi 63-278 as amended by Loi 23-10 of 2023: both Eids are three days",
  },
  {
    country: "TN",
    changes: { "01-14": { rule: "12-17" } },
    source: "Décret présidentiel 2021-223: the Revolution is celebrated on 17 December",
  },
  {
    country: "NG",
    changes: each(["05-27", "11-01 since 2020", "1 Muharram"], isNone),
    source: "Public Holidays Act, schedule: neither Children's nor Youth Day nor the Islamic New Year",
  },
  {
    country: "GH",
    changes: {
      "08-04 and if Saturday, Sunday then next Monday": isNone,
      "07-01": { names: { en: "Republic Day" } },
      "2 Shawwal": { names: { en: "Shaqq Day" } },
    },
    source: "Public Holidays and Commemorative Days (Amendment) Act, 2025",
  },
  {
    country: "BJ",
    changes: { "01-10": { rule: "thursday before 2nd friday in January P2D" } },
    source: "Loi 2024-32: the second Friday of January and the day before",
  },
  {
    country: "AO",
    changes: {
      [`03-23 and ${bridge}`]: {
        names: { en: "Southern Africa Liberation Day", pt: "Dia da Libertação da África Austral" },
      },
      ...substituted(
        ["01-01", "02-04", "easter -47", "04-04", "05-01", "09-17", "11-02", "11-11", "12-25"],
        bridge,
      ),
    },
    source: "Lei 11/18: 23 March; the day between a holiday and the weekend is free",
  },
  {
    country: "NA",
    changes: { "05-28": { names: { en: "Genocide Remembrance Day" } } },
    source: "Government Gazette 8373 of 28 May 2024: from 2025",
  },
  {
    country: "BW",
    changes: { "10-01": { names: { en: "Botswana Day holiday" } } },
    source: "Public Holidays Act, cap. 03:07: Botswana Day and the day after",
  },
  {
    country: "ZM",
    changes: { "03-09": { rule: `03-08 and ${toMonday}` } },
    source: "Public Holidays (Declaration) Notice, 2007: International Women's Day",
  },
  {
    country: "ZW",
    changes: {
      [`02-21 and ${toMonday}`]: { names: { en: "Robert Gabriel Mugabe National Youth Day" } },
      ...substituted(["01-01", "04-18", "05-01", "05-25", "12-22", "12-26"], toMonday),
    },
    source:
      "Public Holidays and Prohibition of Business Act, ch. 10:21: 21 February; the Monday after a Sunday",
  },
  {
    country: "SC",
    changes: substituted(["05-01", "06-18", "06-29", "08-15", "11-01", "12-08", "12-25"], toMonday),
    source: "Public Holidays Act (Act 19 of 1976): the day after a Sunday",
  },
  {
    country: "TZ",
    changes: { "01-02": { rule: "01-12" } },
    source: "Public Holidays Act: Zanzibar Revolution Day",
  },
  {
    country: "RW",
    changes: substituted(
      ["01-01", "01-02", "02-01", "05-01", "07-01", "07-04", "08-15", "12-25", "12-26"],
      afterWeekend.one,
    ),
    source: "Presidential Order 54/01 of 2017: the working day after a weekend, but for 7 April",
  },
  {
    country: "KE",
    changes: { "10-10 and if sunday then next monday": { names: { en: "Mazingira Day" } } },
    source: "Public Holidays Act, cap. 110, first schedule, as amended in 2024",
  },
];
