const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto 0;padding:0 1.5rem}
h1{font-size:1.5rem}a{display:inline-block;min-height:44px;line-height:44px;padding:0 1.25rem;border:1px solid;border-radius:6px;color:inherit;text-decoration:none}`;

interface BarePage {
  /** A language tag (RFC 5646). */
  language: string;
  direction?: "ltr" | "rtl";
  title: string;
  /** HTML. */
  main: string;
  /** Seconds after which the browser loads it again. */
  refreshSeconds?: number;
}

/** An HTML document without scripts and other files, for when the app cannot render one. Its texts are ours and are not escaped. */
export const barePage = ({ language, direction = "ltr", title, main, refreshSeconds }: BarePage): string =>
  `<!doctype html>
<html lang="${language}" dir="${direction}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">${
    refreshSeconds === undefined ? "" : `\n<meta http-equiv="refresh" content="${refreshSeconds}">`
  }
<title>${title} – Timeaway</title>
<style>${style}</style>
<main>
<h1>${title}</h1>
${main}
</main>
</html>
`;
