import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import type { Area } from "@/app/_i18n/areas";
import { localeOf } from "@/app/_i18n/languages";

/**
 * Gives the client components inside the words of `common`, of errors, and of these areas, and no others: a page need not carry the words of the
 * whole application. It replaces what an outer one gave. Server components need none of it.
 */
export async function AreaMessages({ areas, children }: { areas: readonly Area[]; children: ReactNode }) {
  const messages = await getMessages();
  // An error's envelope is English already.
  const always = (await getLocale()) === localeOf.en ? (["common"] as const) : (["common", "codes"] as const);
  const picked = Object.fromEntries([...always, ...areas].map((area) => [area, messages[area]]));
  return <NextIntlClientProvider messages={picked}>{children}</NextIntlClientProvider>;
}
