import type { Words } from "./en";

export const de: Words = {
  dailyTitle: "Abwesend am {date}",
  weeklyTitle: "Abwesend in Woche {week}: {range}",
  birthdayTitle: "Geburtstage am {date}",
  away: { one: "{count} Person ist abwesend.", other: "{count} Personen sind abwesend." },
  birthdays: { one: "{count} Person hat Geburtstag.", other: "{count} Personen haben Geburtstag." },
  nobodyAway: "Niemand ist abwesend.",
  nobodyBirthday: "Niemand hat Geburtstag.",
  hiddenType: "Abwesend",
  halfDay: "halber Tag",
  back: "zurück am {date}",
  holiday: "Feiertag in {location}: {name}",
  halfHoliday: "Halber Feiertag in {location}: {name}",
  noLabel: "Ohne Label",
  more: { one: "und {count} weitere", other: "und {count} weitere" },
  test: "Test",
  sentFor: "Von Timeaway gesendet im Auftrag von {name}.",
  unsubscribe: "Um diese Nachrichten nicht mehr zu erhalten, schreiben Sie an {address}.",
};
