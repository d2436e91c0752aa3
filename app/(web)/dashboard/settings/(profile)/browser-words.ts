// In this order: most browsers name others, too.
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

const unknown = "Unknown browser";

/** "Firefox on Windows": enough to recognise one's own. */
export function browserWords(userAgent: string | null): string {
  if (userAgent === null) return unknown;
  const browser = browsers.find(({ mark }) => mark.test(userAgent))?.name;
  const system = systems.find(({ mark }) => mark.test(userAgent))?.name;
  if (!browser) return system ? `${unknown} on ${system}` : unknown;
  return system ? `${browser} on ${system}` : browser;
}
