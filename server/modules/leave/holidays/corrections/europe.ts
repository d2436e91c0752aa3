import { afterWeekend, type Correction, each, isNone, isPublic, optional } from "./correction";

export const europe: readonly Correction[] = [
  {
    country: "BG",
    changes: { "12-26": isPublic },
    source: "Labour Code, article 154: 24, 25 and 26 December",
  },
  {
    country: "CY",
    changes: { "orthodox 49": { rule: "orthodox 50" } },
    source: "Kataklysmos is the Monday of the Holy Spirit: 1 June 2026, 21 June 2027",
  },
  {
    country: "CY",
    changes: { "orthodox -47": { rule: "orthodox -48" } },
    source: "Green (Clean) Monday is 48 days before Easter Sunday: 23 February 2026, 15 March 2027",
  },
  {
    country: "GR",
    changes: { "orthodox 50": optional },
    source: "Law 4808/2021, article 60: the Monday of the Holy Spirit is a working day of the private sector",
  },
  {
    country: "CH",
    states: ["VS"],
    changes: each(["05-01 12:00", "easter 50", "12-24 12:00"], optional),
    source:
      "Arbeitsgesetz, art. 20a (Wallis): 1 January, 19 March, Ascension, Corpus Christi, 1 and 15 August, 1 November, 8 and 25 December",
  },
  {
    country: "CH",
    states: ["NE"],
    changes: each(["easter 1", "easter 60"], optional),
    source:
      "Loi sur le dimanche et les jours fériés (Neuchâtel): not Easter Monday; Corpus Christi in Le Landeron alone",
  },
  {
    country: "CH",
    states: ["GL"],
    changes: each(["12-24", "12-31"], optional),
    source:
      "gl.ch, Feiertagsregelung (Arbeitsgesetz, Ruhetagsgesetz): neither Christmas Eve nor New Year's Eve",
  },
  {
    country: "GE",
    changes: {
      "05-17": {
        names: {
          en: "Day of Family Sanctity and Respect for Parents",
          ge: "ოჯახის სიწმინდისა და მშობლების პატივისცემის დღე",
        },
      },
    },
    source: "Labour Code, article 30, as amended in 2024: 17 May",
  },
  {
    country: "AM",
    changes: {
      "01-03 P3D": isNone,
      "01-27": {
        names: {
          en: "Day of Remembrance for the Fallen Defenders of the Fatherland",
          hy: "Հայրենիքի պաշտպանության համար զոհվածների հիշատակի օր",
        },
      },
      "04-24": { names: { en: "Genocide Remembrance Day", hy: "Ցեղասպանության զոհերի հիշատակի օր" } },
    },
    source:
      "Law on Holidays and Memorial Days, as amended in 2021 and 2026: 3 to 5 January are worked, 27 January is free; 24 April commemorates the genocide",
  },
  {
    country: "AZ",
    changes: {
      "01-20": isPublic,
      "03-20": { rule: "03-20 P5D" },
      "10-18 and if saturday,sunday then next monday": isNone,
      ...each(["11-12", "11-17"], isNone),
      [`11-08 and ${afterWeekend.ofTwo}`]: {
        names: { en: "Victory Day", az: "Zəfər Günü" },
      },
      "11-09 and if saturday,sunday then next monday": {
        rule: `11-09 and ${afterWeekend.ofTwo}`,
      },
    },
    source:
      "Labour Code, articles 105 and 106: Novruz is five days, 8 November is Victory Day, 20 January is free; 18 October, 12 and 17 November are worked",
  },
];
