"use client";

import { NextIntlClientProvider, useLocale, useMessages } from "next-intl";
import { type ReactNode, useMemo } from "react";
import type { Messages } from "@/app/_i18n/message-types";

type Props = { messages: Partial<Messages>; children: ReactNode };

/** Adds messages to those of the outer provider. */
export function AddMessages({ messages, children }: Props) {
  const outer = useMessages();
  const all = useMemo(() => ({ ...outer, ...messages }), [outer, messages]);
  return (
    <NextIntlClientProvider locale={useLocale()} messages={all}>
      {children}
    </NextIntlClientProvider>
  );
}
