import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import type { Area } from "@/app/_i18n/areas";

/**
 * Gives the client components inside the words of `common` and of these areas, and no others: a page need not carry the words of the
 * whole application. It replaces what an outer one gave. Server components need none of it.
 */
export async function AreaMessages({ areas, children }: { areas: readonly Area[]; children: ReactNode }) {
  const messages = await getMessages();
  const picked = Object.fromEntries(["common" as const, ...areas].map((area) => [area, messages[area]]));
  return <NextIntlClientProvider messages={picked}>{children}</NextIntlClientProvider>;
}
