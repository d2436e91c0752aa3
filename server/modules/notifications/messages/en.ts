/**
 * Words of a message, with `{name}` for inserted values, `{de name}` where a preposition changes with the value; counted ones by plural
 * category (CLDR).
 */
export const en = {
  dailyTitle: "Away on {date}",
  weeklyTitle: "Away in week {week}: {range}",
  birthdayTitle: "Birthdays on {date}",
  away: { one: "{count} person is away.", other: "{count} people are away." },
  birthdays: { one: "{count} person has a birthday.", other: "{count} people have a birthday." },
  nobodyAway: "Nobody is away.",
  nobodyElse: "Nobody else is away.",
  severalDays: "Several days",
  nobodyBirthday: "Nobody has a birthday.",
  hiddenType: "Away",
  halfDay: "half day",
  back: "back on {date}",
  holiday: "Public holiday in {location}: {name}",
  halfHoliday: "Half-day public holiday in {location}: {name}",
  noLabel: "No label",
  more: { one: "and {count} more", other: "and {count} more" },
  test: "Test",
  sentFor: "Sent by Timeaway on behalf of {name}.",
  unsubscribe: "To stop receiving these emails, write to {address}.",
  openApp: "Open Timeaway",
  settings: "Notification settings",
};

/** Every language has the same words. */
export type Words = typeof en;
