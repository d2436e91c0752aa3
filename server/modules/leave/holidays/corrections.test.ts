import { expect, it } from "vitest";
import { proposalsOf } from "./policy";
import { readSource } from "./read-source";

type Kinds = Readonly<Record<string, "PUBLIC" | "OPTIONAL" | undefined>>;

const found = async (place: string, dates: readonly string[], language = "en") => {
  const [country, state] = place.split(" ");
  const years = [...new Set(dates.map((date) => Number(date.slice(0, 4))))];
  const source = await readSource({ language, country, state, years });
  return dates.map((date) => proposalsOf(source.holidays, years).find((one) => one.date === date));
};

const none = undefined;

it.each<[string, Kinds]>([
  ["CA ON", { "2026-04-06": "OPTIONAL", "2026-09-30": none, "2026-12-26": "PUBLIC" }],
  ["CA NT", { "2026-04-06": "OPTIONAL", "2026-12-26": "OPTIONAL" }],
  ["CA YT", { "2026-04-06": "OPTIONAL" }],
  ["CA PE", { "2026-08-21": "OPTIONAL" }],
  ["CA BC", { "2026-09-30": "PUBLIC" }],
  ["CA MB", { "2026-09-30": "PUBLIC" }],
  ["US NY", { "2026-02-15": "OPTIONAL" }],
  ["US IL", { "2026-05-19": "OPTIONAL" }],
  ["BG", { "2026-12-26": "PUBLIC" }],
  [
    "CY",
    {
      "2026-02-23": "PUBLIC",
      "2026-02-24": none,
      "2026-06-01": "PUBLIC",
      "2027-03-15": "PUBLIC",
      "2027-06-21": "PUBLIC",
    },
  ],
  ["GR", { "2026-04-13": "PUBLIC", "2026-06-01": "OPTIONAL" }],
  ["CH VS", { "2026-05-25": "OPTIONAL" }],
  ["CH NE", { "2026-04-06": "OPTIONAL" }],
  ["CH GL", { "2026-12-24": "OPTIONAL" }],
  ["AU QLD", { "2026-12-24": none }],
  ["AU SA", { "2026-12-31": none }],
  ["GE", { "2027-05-17": "PUBLIC" }],
  ["AM", { "2027-01-02": "PUBLIC", "2027-01-05": none, "2027-01-27": "PUBLIC" }],
  [
    "AZ",
    {
      "2027-01-20": "PUBLIC",
      "2027-03-24": "PUBLIC",
      "2027-10-18": none,
      "2027-11-12": none,
      "2026-11-08": "PUBLIC",
      "2026-11-09": "PUBLIC",
      "2026-11-10": "PUBLIC",
      "2026-11-17": none,
    },
  ],
  ["MX", { "2029-10-01": none, "2030-10-01": "PUBLIC" }],
  ["HN", { "2027-03-27": "PUBLIC", "2027-10-06": "PUBLIC", "2027-10-08": "PUBLIC", "2027-10-12": none }],
  ["SV", { "2027-01-01": "PUBLIC", "2027-05-10": "PUBLIC", "2027-06-17": "PUBLIC" }],
  ["NI", { "2027-05-30": "PUBLIC", "2027-06-01": none, "2027-10-12": none }],
  ["CR", { "2027-08-31": "PUBLIC", "2027-10-12": none, "2027-12-01": "PUBLIC" }],
  ["CU", { "2027-12-31": "PUBLIC" }],
  ["DO", { "2026-11-09": "PUBLIC", "2027-11-06": "PUBLIC", "2027-11-08": none }],
  [
    "EC",
    {
      "2027-03-25": none,
      "2027-04-30": "PUBLIC",
      "2027-08-09": "PUBLIC",
      "2027-09-10": none,
      "2026-05-25": "PUBLIC",
      "2026-10-09": "PUBLIC",
    },
  ],
  ["CL", { "2027-03-27": "PUBLIC" }],
  ["UY", { "2027-03-25": "OPTIONAL", "2027-03-26": "OPTIONAL", "2027-05-01": "PUBLIC" }],
  ["PR", { "2027-01-11": none, "2027-02-18": none, "2027-03-26": "PUBLIC", "2027-07-27": none }],
  ["BS", { "2027-10-11": "PUBLIC", "2027-10-12": none }],
  ["TT", { "2027-03-29": "PUBLIC" }],
  ["AG", { "2027-05-03": "PUBLIC", "2027-08-02": "PUBLIC", "2027-08-03": "PUBLIC" }],
  ["DM", { "2027-05-01": none, "2027-05-03": "PUBLIC" }],
  ["KY", { "2027-05-03": "PUBLIC", "2027-07-05": "PUBLIC", "2027-11-08": "PUBLIC" }],
  ["SX", { "2027-10-11": "PUBLIC" }],
  ["MF", { "2027-05-27": none, "2027-05-28": "PUBLIC" }],
  ["GP", { "2027-03-26": "OPTIONAL" }],
  ["MQ", { "2027-03-26": "OPTIONAL" }],
  ["KR", { "2026-02-16": "PUBLIC", "2026-02-18": "PUBLIC", "2026-02-19": none, "2026-05-01": "PUBLIC" }],
  [
    "CN",
    {
      "2026-02-19": "PUBLIC",
      "2026-03-08": "OPTIONAL",
      "2026-04-06": "PUBLIC",
      "2026-06-01": none,
      "2027-05-03": "PUBLIC",
      "2027-05-04": "PUBLIC",
      "2027-10-05": "PUBLIC",
      "2027-10-06": none,
    },
  ],
  [
    "TW",
    {
      "2026-02-15": "PUBLIC",
      "2026-02-27": "PUBLIC",
      "2026-04-03": "PUBLIC",
      "2026-05-01": "PUBLIC",
      "2026-10-26": "PUBLIC",
      "2027-04-06": "PUBLIC",
      "2027-12-24": "PUBLIC",
    },
  ],
  ["PH", { "2027-03-28": none }],
  ["TH", { "2026-05-01": "PUBLIC", "2026-12-07": "PUBLIC", "2027-05-03": "PUBLIC" }],
  ["VN", { "2026-04-27": "PUBLIC", "2027-05-03": "PUBLIC" }],
  ["BN", { "2027-03-31": none, "2027-05-31": "PUBLIC" }],
  ["BD", { "2027-03-17": none, "2027-08-05": "PUBLIC", "2027-08-15": none }],
  ["LK", { "2026-01-01": none, "2026-05-30": "PUBLIC", "2027-02-04": "PUBLIC", "2027-05-30": none }],
  ["KZ", { "2027-03-23": "PUBLIC", "2027-03-24": "PUBLIC" }],
  ["AE", { "2027-01-05": none, "2027-02-08": none, "2027-05-15": "PUBLIC", "2027-12-03": "PUBLIC" }],
  ["BH", { "2027-03-11": "PUBLIC", "2027-06-14": "PUBLIC", "2027-06-15": "PUBLIC" }],
  ["EG", { "2027-05-15": "PUBLIC" }],
  ["MA", { "2027-01-14": "PUBLIC" }],
  ["DZ", { "2027-03-11": "PUBLIC", "2027-05-18": "PUBLIC" }],
  ["TN", { "2027-01-14": none, "2027-12-17": "PUBLIC" }],
  ["NG", { "2027-05-27": none, "2027-06-06": none, "2027-11-01": none }],
  ["GH", { "2027-03-10": "PUBLIC", "2027-07-01": "PUBLIC", "2027-08-04": none }],
  ["BJ", { "2027-01-07": "PUBLIC", "2027-01-08": "PUBLIC", "2027-01-10": none }],
  ["AO", { "2027-02-05": "PUBLIC", "2027-03-22": "PUBLIC", "2027-03-23": "PUBLIC" }],
  ["NA", { "2027-05-28": "PUBLIC" }],
  ["BW", { "2027-10-01": "PUBLIC" }],
  ["ZM", { "2027-03-08": "PUBLIC", "2027-03-09": none }],
  ["ZW", { "2027-02-22": "PUBLIC", "2027-04-19": "PUBLIC" }],
  ["SC", { "2027-08-16": "PUBLIC" }],
  ["TZ", { "2027-01-02": none, "2027-01-12": "PUBLIC" }],
  ["RW", { "2027-01-04": "PUBLIC", "2027-04-07": "PUBLIC", "2027-07-05": "PUBLIC" }],
  ["FJ", { "2027-05-28": "PUBLIC", "2027-09-07": none }],
  ["VU", { "2026-02-22": none, "2027-02-22": "PUBLIC", "2027-11-29": "PUBLIC" }],
])("200 %s has the days of its official list", async (place, kinds) => {
  const dates = Object.keys(kinds);
  const proposals = await found(place, dates);
  expect(Object.fromEntries(dates.map((date, at) => [date, proposals[at]?.kind]))).toEqual(kinds);
});

it("200 an added day is named in the reader's language, and a half day or a lunar date says so", async () => {
  expect(await found("MA", ["2027-01-14"], "fr")).toMatchObject([{ name: "Nouvel an amazigh" }]);
  expect(await found("HN", ["2027-10-06", "2027-10-07"], "de")).toMatchObject([
    { name: "Morazán Week", isHalfDay: true },
    { name: "Morazán Week", isHalfDay: false },
  ]);
  expect(await found("AE", ["2027-05-15"])).toMatchObject([{ name: "Arafat Day", mayMove: true }]);
});

it("200 a corrected day keeps its names, and says where it moved", async () => {
  expect(await found("TZ", ["2027-01-12"])).toMatchObject([{ name: "Zanzibar Revolution Day" }]);
  expect(await found("KE", ["2027-10-10"])).toMatchObject([{ name: "Mazingira Day" }]);
  expect(await found("SC", ["2027-08-15"], "fr")).toMatchObject([{ replacedBy: "2027-08-16" }]);
});
