import { type Correction, each, isPublic, optional } from "./correction";

export const northAmerica: readonly Correction[] = [
  {
    country: "CA",
    states: ["ON"],
    changes: { "easter 1": optional },
    source:
      "Employment Standards Act, 2000 (Ontario), s. 1, and ontario.ca, Public holidays: nine, not Easter Monday",
  },
  {
    country: "CA",
    states: ["NT"],
    changes: each(["easter 1", "12-26"], optional),
    source: "Employment Standards Act (Northwest Territories), s. 22: neither Easter Monday nor Boxing Day",
  },
  {
    country: "CA",
    states: ["YT"],
    changes: { "easter 1": optional },
    source: "yukon.ca, Find a Yukon statutory holiday: Easter Monday is named as none",
  },
  {
    country: "CA",
    states: ["PE"],
    changes: { "3rd friday after 08-01": optional },
    source: "princeedwardisland.ca, Paid holidays: eight, not Gold Cup Parade Day",
  },
  {
    country: "CA",
    states: ["BC", "MB", "NT", "YT"],
    changes: { "09-30 since 2021": isPublic },
    source:
      "National Day for Truth and Reconciliation, statutory: Northwest Territories 2022, British Columbia and Yukon 2023, Manitoba 2024",
  },
  {
    country: "US",
    states: ["NY"],
    changes: { "02-15": optional },
    source: "Executive Law, s. 168-a: Susan B. Anthony's day is a day of commemoration",
  },
  {
    country: "US",
    states: ["IL"],
    changes: each(["1st monday in March", "05-19"], optional),
    source: "cms.illinois.gov, State holidays: neither Casimir Pulaski Day nor Malcolm X Day",
  },
];
