"use client";

import { useRouter } from "next/navigation";
import { useEffect, useTransition } from "react";
import { changeAfterMs } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/deliveries/[deliveryId]/change-after";
import type { DeliveryDetail } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";

type Props = Pick<DeliveryDetail, "status" | "nextAttemptAt">;

/**
 * Refreshes the page whenever its delivery may have changed, until the delivery is completed. One refresh at a time: React shows none of
 * those that overlap until the last has arrived, which on a slow connection would be never.
 */
export function KeepFresh({ status, nextAttemptAt }: Props) {
  const router = useRouter();
  const [isRefreshing, startRefresh] = useTransition();
  useEffect(() => {
    if (isRefreshing) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      const ms = changeAfterMs({ status, nextAttemptAt });
      if (ms === null) return;
      timer = setTimeout(() => {
        // Not in a background tab, which no one sees: retries may go on for days.
        if (document.hidden) wait();
        else startRefresh(() => router.refresh());
      }, ms);
    };
    wait();
    return () => clearTimeout(timer);
  }, [status, nextAttemptAt, isRefreshing, router]);
  return null;
}
