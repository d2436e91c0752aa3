import { type PageLanguage, pageLanguages } from "@/drizzle/schema/values";
import { barePage } from "@/server/kernel/http/bare-page";

const words: Record<PageLanguage, { title: string; text: (seconds: number) => string }> = {
  en: {
    title: "Too many requests",
    text: (seconds: number) =>
      `Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}. The page does so by itself.`,
  },
  de: {
    title: "Zu viele Anfragen",
    text: (seconds: number) =>
      `Versuch es in ${seconds} ${seconds === 1 ? "Sekunde" : "Sekunden"} noch einmal. Die Seite macht das von selbst.`,
  },
  es: {
    title: "Demasiadas solicitudes",
    text: (seconds: number) =>
      `Vuelve a intentarlo en ${seconds} ${seconds === 1 ? "segundo" : "segundos"}. La página lo hace por sí sola.`,
  },
  fr: {
    title: "Trop de requêtes",
    text: (seconds: number) =>
      `Réessayez dans ${seconds} ${seconds === 1 ? "seconde" : "secondes"}. La page le fait d’elle-même.`,
  },
  pt: {
    title: "Demasiados pedidos",
    text: (seconds: number) =>
      `Tente novamente dentro de ${seconds} ${seconds === 1 ? "segundo" : "segundos"}. A página fá-lo sozinha.`,
  },
};

/** A minimal static page, since rendering would defeat the limit. @param accepted the Accept-Language header */
export function tooManyPage(accepted: string | undefined, seconds: number): string {
  const wished = /^\s*([a-z]{2})\b/i.exec(accepted ?? "")?.[1]?.toLowerCase();
  const language = pageLanguages.find((one) => one === wished) ?? "en";
  const { title, text } = words[language];
  return barePage({ language, title, main: `<p>${text(seconds)}</p>`, refreshSeconds: seconds });
}
