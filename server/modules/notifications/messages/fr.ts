import type { Words } from "./en";

export const fr: Words = {
  dailyTitle: "Absences du {date}",
  weeklyTitle: "Absences de la semaine {week} : {range}",
  birthdayTitle: "Anniversaires du {date}",
  away: { one: "{count} personne est absente.", other: "{count} personnes sont absentes." },
  birthdays: {
    one: "{count} personne fête son anniversaire.",
    other: "{count} personnes fêtent leur anniversaire.",
  },
  nobodyAway: "Personne n’est absent.",
  nobodyBirthday: "Personne ne fête son anniversaire.",
  hiddenType: "Absence",
  halfDay: "demi-journée",
  back: "retour le {date}",
  holiday: "Jour férié à {location} : {name}",
  halfHoliday: "Demi-journée fériée à {location} : {name}",
  noLabel: "Sans étiquette",
  more: { one: "et {count} autre", other: "et {count} autres" },
  test: "Test",
  sentFor: "Envoyé par Timeaway au nom de {name}.",
  unsubscribe: "Pour ne plus recevoir ces messages, écrivez à {address}.",
};
