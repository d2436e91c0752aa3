import "@/app/globals.css";
import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { CommonMessages } from "@/app/_i18n/area-messages";
import { BrowserTimeZone } from "@/app/_i18n/browser-time-zone";
import { TIME_ZONE_COOKIE } from "@/app/_i18n/cookies";
import { directionOf } from "@/app/_i18n/languages";
import { currentTimeZone } from "@/app/_i18n/preferences";
import { fontNames } from "@/app/_kit/ui/fonts";
import { Providers } from "@/app/_kit/ui/providers";
import { THEME_COLORS } from "@/app/_kit/ui/theme-colors";
import { currentPreferences } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("common");
  return {
    title: { default: "Timeaway", template: "%s – Timeaway" },
    description: t("productLine"),
    applicationName: "Timeaway",
    icons: {
      icon: [
        { url: "/favicon.ico", sizes: "32x32" },
        { url: "/icon.svg", type: "image/svg+xml" },
      ],
      apple: "/apple-touch-icon.png",
    },
    robots: { index: false },
    referrer: "same-origin",
  };
}

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: THEME_COLORS.light },
    { media: "(prefers-color-scheme: dark)", color: THEME_COLORS.dark },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  const keptZone = (await cookies()).get(TIME_ZONE_COOKIE)?.value;
  const { timeZone } = await currentPreferences();
  const locale = await getLocale();
  const direction = directionOf[locale];
  return (
    // The theme script sets the class before hydration.
    <html lang={locale} dir={direction} suppressHydrationWarning className={fontNames}>
      <body>
        <BrowserTimeZone kept={keptZone} written={await currentTimeZone()} isSet={timeZone !== null} />
        <CommonMessages>
          <Providers nonce={nonce} direction={direction}>
            {children}
          </Providers>
        </CommonMessages>
      </body>
    </html>
  );
}
