"use client";

import { useTranslations } from "next-intl";

// Order matters: most browsers name others, too.
const browsers = [
  { name: "Edge", mark: /\bEdgA?\// },
  { name: "Opera", mark: /\bOPR\// },
  { name: "Samsung Internet", mark: /\bSamsungBrowser\// },
  { name: "Firefox", mark: /\b(?:Firefox|FxiOS)\// },
  { name: "Chrome", mark: /\b(?:Chrome|CriOS|HeadlessChrome)\// },
  { name: "Safari", mark: /\bSafari\// },
] as const;

const systems = [
  { name: "Android", mark: /\bAndroid\b/ },
  { name: "iPhone", mark: /\biPhone\b/ },
  { name: "iPad", mark: /\biPad\b/ },
  { name: "Windows", mark: /\bWindows\b/ },
  { name: "macOS", mark: /\bMac OS X\b/ },
  { name: "ChromeOS", mark: /\bCrOS\b/ },
  { name: "Linux", mark: /\bLinux\b/ },
] as const;

/** Enough to recognise one's own browser: "Firefox", "Windows". Null if unknown. */
function browserOf(userAgent: string | null): { browser: string | null; system: string | null } {
  const found = (choices: readonly { name: string; mark: RegExp }[]) =>
    choices.find(({ mark }) => mark.test(userAgent ?? ""))?.name ?? null;
  return { browser: found(browsers), system: found(systems) };
}

/** A browser by its User-Agent: "Firefox on Windows". */
export function BrowserName({ userAgent }: { userAgent: string | null }) {
  const t = useTranslations("settings.sessions");
  const { browser, system } = browserOf(userAgent);
  const name = browser ?? t("unknownBrowser");
  return system ? t("browserOn", { browser: name, system }) : name;
}
