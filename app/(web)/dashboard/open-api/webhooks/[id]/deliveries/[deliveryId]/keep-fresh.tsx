"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { changeAfterMs } from "@/app/(web)/dashboard/open-api/webhooks/[id]/deliveries/[deliveryId]/change-after";
import type { DeliveryDetail } from "@/app/(web)/dashboard/open-api/webhooks/webhook-views";

type Props = Pick<DeliveryDetail, "status" | "nextAttemptAt">;

/** Asks the server for the page again whenever its delivery may have changed, until it is over. */
export function KeepFresh({ status, nextAttemptAt }: Props) {
  const router = useRouter();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      const ms = changeAfterMs({ status, nextAttemptAt });
      if (ms === null) return;
      timer = setTimeout(() => {
        // Nobody sees a tab in the background; a delivery may be tried again for days.
        if (!document.hidden) router.refresh();
        wait();
      }, ms);
    };
    wait();
    return () => clearTimeout(timer);
  }, [status, nextAttemptAt, router]);
  return null;
}
