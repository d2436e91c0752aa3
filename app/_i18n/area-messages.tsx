import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import type { Area } from "@/app/_i18n/areas";
import { localeOf } from "@/app/_i18n/languages";

/**
 * Provides the messages of `common`, of errors and of these areas to the client components inside, and no others: a page need not carry the
 * messages of the whole application. It replaces an outer provider. Server components need none of it.
 */
export async function AreaMessages({ areas, children }: { areas: readonly Area[]; children: ReactNode }) {
  const messages = await getMessages();
  // The server's errors and faults are already in English.
  const isEnglish = (await getLocale()) === localeOf.en;
  const always: readonly Area[] = isEnglish ? ["common"] : ["common", "codes", "faults"];
  const picked = Object.fromEntries([...always, ...areas].map((area) => [area, messages[area]]));
  return <NextIntlClientProvider messages={picked}>{children}</NextIntlClientProvider>;
}
