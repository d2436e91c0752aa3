import localFont from "next/font/local";

// The files are those of @fontsource-variable/geist and geist-mono 5.3.0, reduced to the weights in use, which makes them a third smaller:
// `fonttools varLib.instancer FILE wght=400:700`. Next reads these calls without running them: every value is a literal.
const sans = localFont({
  src: "./fonts/geist-latin.woff2",
  variable: "--font-geist-sans",
  weight: "400 700",
});
/** Fetched only for text with such letters: mostly names. */
const sansMore = localFont({
  src: "./fonts/geist-latin-ext.woff2",
  variable: "--font-geist-sans-more",
  weight: "400 700",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0100-0130,U+0132-0151,U+0154-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0",
    },
  ],
});
const sansCyrillic = localFont({
  src: "./fonts/geist-cyrillic.woff2",
  variable: "--font-geist-sans-cyrillic",
  weight: "400 700",
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: "unicode-range", value: "U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116" }],
});
/** Fetched only where it is used: most everyday pages do without. */
const mono = localFont({
  src: "./fonts/geist-mono-latin.woff2",
  variable: "--font-geist-mono",
  weight: "400 700",
  preload: false,
});

/** Names the fonts for the stylesheet, where the fonts with few letters precede the one with most. */
export const fontNames = [sans, sansMore, sansCyrillic, mono].map(({ variable }) => variable).join(" ");
