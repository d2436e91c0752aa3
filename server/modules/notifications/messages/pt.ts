import type { Words } from "./en";

export const pt: Words = {
  dailyTitle: "Ausências de {date}",
  weeklyTitle: "Ausências da semana {week}: {range}",
  birthdayTitle: "Aniversários de {date}",
  away: { one: "{count} pessoa está ausente.", other: "{count} pessoas estão ausentes." },
  birthdays: { one: "{count} pessoa faz anos.", other: "{count} pessoas fazem anos." },
  nobodyAway: "Ninguém está ausente.",
  nobodyBirthday: "Ninguém faz anos.",
  hiddenType: "Ausente",
  halfDay: "meio dia",
  back: "volta a {date}",
  holiday: "Feriado em {location}: {name}",
  halfHoliday: "Meio dia feriado em {location}: {name}",
  noLabel: "Sem etiqueta",
  more: { one: "e mais {count}", other: "e mais {count}" },
  test: "Teste",
  sentFor: "Enviado pelo Timeaway em nome de {name}.",
  unsubscribe: "Para deixar de receber estas mensagens, escreva para {address}.",
};
