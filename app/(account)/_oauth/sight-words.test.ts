import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import de from "@/app/_i18n/messages/de/consent.json";
import en from "@/app/_i18n/messages/en/consent.json";
import es from "@/app/_i18n/messages/es/consent.json";
import fr from "@/app/_i18n/messages/fr/consent.json";
import pt from "@/app/_i18n/messages/pt/consent.json";
import { sightWords } from "@/app/(account)/_oauth/sight-words";
import { type PageLanguage, pageLanguages, visibilities } from "@/drizzle/schema/values";

const words = {
  en: createTranslator({ locale: "en", messages: { consent: en }, namespace: "consent" }),
  de: createTranslator({ locale: "de", messages: { consent: de }, namespace: "consent" }),
  es: createTranslator({ locale: "es", messages: { consent: es }, namespace: "consent" }),
  fr: createTranslator({ locale: "fr", messages: { consent: fr }, namespace: "consent" }),
  pt: createTranslator({ locale: "pt-PT", messages: { consent: pt }, namespace: "consent" }),
} as unknown as Record<PageLanguage, Parameters<typeof sightWords>[0]>;

const roles = {
  ADMIN: { role: "ADMIN", locationIds: [], departmentIds: [] },
  LOCATION_ADMIN: { role: "LOCATION_ADMIN", locationIds: ["a", "b"], departmentIds: [] },
  APPROVER: { role: "APPROVER", locationIds: [], departmentIds: ["a"] },
  USER: { role: "USER", locationIds: [], departmentIds: [] },
} as const;

const colleagues = {
  en: {
    SELF: null,
    DEPARTMENT: "of everyone in your department the name, time away and leave type",
    LOCATION: "of everyone in your location the name, time away and leave type",
    WORKSPACE: "of everyone in the workspace the name, time away and leave type",
  },
  de: {
    SELF: null,
    DEPARTMENT: "von allen in deiner Abteilung den Namen, die Zeiten der Abwesenheit und ihre Art",
    LOCATION: "von allen an deinem Standort den Namen, die Zeiten der Abwesenheit und ihre Art",
    WORKSPACE: "von allen im Workspace den Namen, die Zeiten der Abwesenheit und ihre Art",
  },
  es: {
    SELF: null,
    DEPARTMENT:
      "de todas las personas de tu departamento el nombre, cuándo están ausentes y el tipo de ausencia",
    LOCATION: "de todas las personas de tu sede el nombre, cuándo están ausentes y el tipo de ausencia",
    WORKSPACE:
      "de todas las personas del espacio de trabajo el nombre, cuándo están ausentes y el tipo de ausencia",
  },
  fr: {
    SELF: null,
    DEPARTMENT: "de toutes les personnes de votre service le nom, les dates d’absence et le type d’absence",
    LOCATION: "de toutes les personnes de votre site le nom, les dates d’absence et le type d’absence",
    WORKSPACE:
      "de toutes les personnes de l’espace de travail le nom, les dates d’absence et le type d’absence",
  },
  pt: {
    SELF: null,
    DEPARTMENT: "de todas as pessoas do seu departamento, o nome, o período de ausência e o tipo de ausência",
    LOCATION: "de todas as pessoas da sua localização, o nome, o período de ausência e o tipo de ausência",
    WORKSPACE:
      "de todas as pessoas do espaço de trabalho, o nome, o período de ausência e o tipo de ausência",
  },
} as const;
const alone = {
  en: "only yourself",
  de: "nur dich selbst",
  es: "solo lo tuyo",
  fr: "seulement vous-même",
  pt: "só os seus próprios dados",
};

describe.each(pageLanguages)("what a person sees, in %s", (language) => {
  const t = words[language];
  it.each(visibilities)(
    "with the visibility %s, the text names colleagues for everyone but administrators",
    (visibility) => {
      const shown = colleagues[language][visibility];
      for (const viewer of [roles.USER, roles.APPROVER, roles.LOCATION_ADMIN]) {
        const text = sightWords(t, viewer, visibility);
        expect(shown === null || text.includes(shown)).toBe(true);
        expect(text.startsWith(sightWords(t, viewer, "SELF")) || viewer.role === "USER").toBe(true);
      }
      expect(sightWords(t, roles.USER, visibility).includes(alone[language])).toBe(shown === null);
      expect(sightWords(t, roles.ADMIN, visibility)).toBe(sightWords(t, roles.ADMIN, "SELF"));
    },
  );
});
