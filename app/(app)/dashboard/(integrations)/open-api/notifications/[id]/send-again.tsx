"use client";

import { useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useCall } from "@/app/_kit/form/use-call";
import { Button } from "@/app/_kit/ui/button";
import { useTRPCClient } from "@/app/_trpc/client";
import { useTRPC } from "@/app/_trpc/queries";
import type { OccurrenceView } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/notification-views";

/** "Resend to failed destinations"; renders nothing without a failure. */
export function SendAgain({ occurrence }: { occurrence: OccurrenceView }) {
  const t = useTranslations("notifications.history");
  const format = useFormatter();
  const trpc = useTRPC();
  const cache = useQueryClient();
  const listAnew = () => void cache.invalidateQueries(trpc.notifications.occurrences.pathFilter());
  const { send, isPending } = useCall(useTRPCClient().notifications.resend.mutate, {
    done: ({ count }) => t("againSent", { count }),
    errorToast: true,
    onDone: listAnew,
    onError: listAnew,
  });
  if (!occurrence.destinations.some(({ status }) => status === "failed")) return null;
  const at = format.dateTime(new Date(occurrence.scheduledFor), "moment");
  return (
    <Button
      size="sm"
      pending={isPending}
      onClick={() => void send({ id: occurrence.id })}
      aria-label={t("againOf", { at })}
    >
      <RotateCw aria-hidden />
      {t("again")}
    </Button>
  );
}
