import type { Words } from "./en";

export const es: Words = {
  dailyTitle: "Ausencias del {date}",
  weeklyTitle: "Ausencias de la semana {week}: {range}",
  birthdayTitle: "Cumpleaños del {date}",
  away: { one: "{count} persona está ausente.", other: "{count} personas están ausentes." },
  birthdays: { one: "{count} persona cumple años.", other: "{count} personas cumplen años." },
  nobodyAway: "Nadie está ausente.",
  nobodyBirthday: "Nadie cumple años.",
  hiddenType: "Ausente",
  halfDay: "medio día",
  back: "vuelve el {date}",
  holiday: "Festivo en {location}: {name}",
  halfHoliday: "Medio día festivo en {location}: {name}",
  noLabel: "Sin etiqueta",
  more: { one: "y {count} más", other: "y {count} más" },
  test: "Prueba",
  sentFor: "Enviado por Timeaway en nombre de {name}.",
  unsubscribe: "Para dejar de recibir estos mensajes, escriba a {address}.",
};
