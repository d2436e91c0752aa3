import type { NotificationLocale } from "@/drizzle/schema/values";

interface Phrases {
  /** The name of each kind of calendar. */
  mine: string;
  team: string;
  holidays: string;
  /** The title of a leave with a private type. */
  away: string;
  waiting: string;
  halfDay: string;
}

/** A calendar's texts, in the language of its owner's mails. */
export const phrases: Record<NotificationLocale, Phrases> = {
  en: {
    mine: "My leave",
    team: "Who's away",
    holidays: "Holidays",
    away: "Away",
    waiting: "waiting for approval",
    halfDay: "half day",
  },
  de: {
    mine: "Meine Abwesenheiten",
    team: "Wer abwesend ist",
    holidays: "Feiertage",
    away: "Abwesend",
    waiting: "wartet auf Genehmigung",
    halfDay: "halber Tag",
  },
  es: {
    mine: "Mis ausencias",
    team: "Quién está ausente",
    holidays: "Festivos",
    away: "Ausente",
    waiting: "pendiente de aprobación",
    halfDay: "medio día",
  },
  fr: {
    mine: "Mes absences",
    team: "Qui est absent",
    holidays: "Jours fériés",
    away: "Absent",
    waiting: "en attente d'approbation",
    halfDay: "demi-journée",
  },
  pt: {
    mine: "As minhas ausências",
    team: "Quem está ausente",
    holidays: "Feriados",
    away: "Ausente",
    waiting: "a aguardar aprovação",
    halfDay: "meio dia",
  },
};
