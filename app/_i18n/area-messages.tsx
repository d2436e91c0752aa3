import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { AddMessages } from "@/app/_i18n/add-messages";
import type { Area } from "@/app/_i18n/areas";
import { localeOf } from "@/app/_i18n/languages";

type Props = { areas: readonly Area[]; children: ReactNode };

const pick = async (areas: readonly Area[]) => {
  const messages = await getMessages();
  return Object.fromEntries(areas.map((area) => [area, messages[area]]));
};

/** Around the whole application: the messages of `common` and of errors, for client components. */
export async function CommonMessages({ children }: { children: ReactNode }) {
  // The server's errors are already in English; its faults of fields have words of a form.
  const isEnglish = (await getLocale()) === localeOf.en;
  const messages = await pick(isEnglish ? ["common", "fields"] : ["common", "codes", "faults", "fields"]);
  return <NextIntlClientProvider messages={messages}>{children}</NextIntlClientProvider>;
}

/**
 * Adds the messages of these areas for the client components inside: a page need not carry the messages of the whole application. Server
 * components need none of it.
 */
export async function AreaMessages({ areas, children }: Props) {
  return <AddMessages messages={await pick(areas)}>{children}</AddMessages>;
}
