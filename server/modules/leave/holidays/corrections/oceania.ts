import { type Correction, isNone } from "./correction";

export const oceania: readonly Correction[] = [
  {
    country: "FJ",
    changes: {
      "09-07": isNone,
      "friday before 06-01": { names: { en: "Ratu Sir Lala Sukuna Day" } },
    },
    source: "fiji.gov.fj, Public holidays: the last Friday of May since 2023, no longer Constitution Day",
  },
  {
    country: "VU",
    changes: {
      "10-29": { rule: "11-29" },
      "02-22": { rule: "substitutes 02-21 if sunday then next monday" },
      "08-16": { rule: "substitutes 08-15 if sunday then next monday" },
      "12-27": { rule: "substitutes 12-26 if sunday then next monday" },
    },
    source: "Public Holidays Act, cap. 114: Unity Day is 29 November; the Monday after a Sunday",
  },
];
