"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useErrorToast } from "@/app/_kit/form/use-error-toast";
import { Button } from "@/app/_kit/ui/button";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPC } from "@/app/_trpc/queries";
import type { OccurrenceView } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/notification-views";

/** "Resend to failed destinations"; renders nothing without a failure. */
export function SendAgain({ occurrence }: { occurrence: OccurrenceView }) {
  const t = useTranslations("notifications.history");
  const format = useFormatter();
  const toast = useToast();
  const tellError = useErrorToast();
  const trpc = useTRPC();
  const cache = useQueryClient();
  const resend = useMutation(trpc.notifications.resend.mutationOptions());
  if (!occurrence.destinations.some(({ status }) => status === "failed")) return null;
  const send = () =>
    resend.mutate(
      { id: occurrence.id },
      {
        onSuccess: ({ count }) => toast.success(t("againSent", { count })),
        onError: (error) => {
          tellError(error);
        },
        onSettled: () => cache.invalidateQueries(trpc.notifications.occurrences.pathFilter()),
      },
    );
  const at = format.dateTime(new Date(occurrence.scheduledFor), "moment");
  return (
    <Button size="sm" pending={resend.isPending} onClick={send} aria-label={t("againOf", { at })}>
      <RotateCw aria-hidden />
      {t("again")}
    </Button>
  );
}
