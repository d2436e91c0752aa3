"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { VisuallyHidden } from "@/app/_kit/ui/visually-hidden";
import { useTRPCClient } from "@/app/_trpc/client";
import { useShowAddress } from "@/app/(app)/dashboard/(settings)/settings/calendar-feeds/use-show-address";

/** "New address" and "End". Both end the current address, so both ask first. */
export function FeedActions({ id, name }: { id: string; name: string }) {
  const t = useTranslations("feeds");
  const calls = useTRPCClient();
  const showAddress = useShowAddress();
  const wordsOf = (action: "rotate" | "end") => ({
    label: (
      <>
        <span aria-hidden>{t(`${action}.button`)}</span>
        <VisuallyHidden>{t(`${action}.of`, { name })}</VisuallyHidden>
      </>
    ),
    button: { variant: "secondary", size: "sm" } as const,
    title: t(`${action}.title`),
    confirmLabel: t(`${action}.confirm`),
    cancelLabel: t(`${action}.keep`),
    children: <p>{t(`${action}.text`, { name })}</p>,
  });
  return (
    <span className="flex flex-wrap gap-2">
      <ConfirmButton
        {...wordsOf("rotate")}
        act={async () => {
          const { url } = await calls.calendarFeeds.rotate.mutate({ id });
          showAddress(url);
          return undefined;
        }}
      />
      <ConfirmButton
        {...wordsOf("end")}
        act={async () => {
          await calls.calendarFeeds.end.mutate({ id });
          return { message: t("end.done") };
        }}
      />
    </span>
  );
}
