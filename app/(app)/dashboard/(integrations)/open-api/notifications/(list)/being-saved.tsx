"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { Saving } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/(list)/saving";
import { usePending } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/(list)/use-pending";
import type { PendingView } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/notification-views";

/** Notifications that API calls are creating; the table marks those being changed. Refreshes the page when an operation has ended. */
export function BeingSaved({ first }: { first: PendingView[] }) {
  const t = useTranslations("notifications.pending");
  const pending = usePending(first);
  useEnded(pending);
  const created = pending.filter(({ notificationId }) => notificationId === null);
  if (created.length === 0) return null;
  return (
    <ul aria-label={t("being")} className="mb-4 flex flex-col gap-2">
      {created.map(({ operationId, name }) => (
        <li key={operationId} className="rounded-lg border border-line bg-surface px-3.5 py-2">
          <span className="font-medium wrap-anywhere">{name ?? t("newOne")}</span>
          <Saving operationId={operationId} />
        </li>
      ))}
    </ul>
  );
}

/** Refreshes the page when an operation has ended, and reports a failure. */
function useEnded(pending: readonly PendingView[]): void {
  const t = useTranslations("notifications.pending");
  const router = useRouter();
  const toast = useToast();
  const calls = useTRPCClient();
  const before = useRef(pending);
  useEffect(() => {
    const left = new Set(pending.map(({ operationId }) => operationId));
    const ended = before.current.filter(({ operationId }) => !left.has(operationId));
    before.current = pending;
    if (ended.length === 0) return;
    router.refresh();
    for (const { operationId, name } of ended)
      void calls.operations.get
        .query({ id: operationId })
        .then(({ status, error }) => {
          const description = typeof error?.description === "string" ? error.description : undefined;
          if (status === "FAILED") toast.error(t("failed", { name: name ?? t("newOne") }), { description });
        })
        .catch(() => undefined);
  }, [pending, router, toast, calls, t]);
}
