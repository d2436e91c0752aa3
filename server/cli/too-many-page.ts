const words = {
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
};

/** A minimal static page, since rendering would defeat the limit. @param accepted the Accept-Language header */
export function tooManyPage(accepted: string | undefined, seconds: number): string {
  const language = /^\s*de\b/i.test(accepted ?? "") ? "de" : "en";
  const { title, text } = words[language];
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${seconds}">
<title>${title} · Timeaway</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto 0;padding:0 1.5rem}h1{font-size:1.5rem}</style>
<h1>${title}</h1>
<p>${text(seconds)}</p>
</html>
`;
}
