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
  nobodyElse: "Personne d’autre n’est absent.",
  severalDays: "Plusieurs jours",
  nobodyBirthday: "Personne ne fête son anniversaire.",
  hiddenType: "Absence",
  halfDay: "demi-journée",
  back: "retour le {date}",
  holiday: "Jour férié ({location}) : {name}",
  halfHoliday: "Demi-journée fériée ({location}) : {name}",
  noLabel: "Sans étiquette",
  more: { one: "et {count} autre", other: "et {count} autres" },
  test: "Test",
  sentFor: "Envoyé par Timeaway au nom {de name}.",
  unsubscribe: "Pour ne plus recevoir ces e-mails, écrivez à {address}.",
  openApp: "Ouvrir Timeaway",
  settings: "Paramètres de la notification",
};
