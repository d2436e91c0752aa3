"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef } from "react";
import { usePageErrorWords } from "@/app/_i18n/error-words";
import { CopyButton } from "@/app/_kit/ui/copy-button";
import { Spinner } from "@/app/_kit/ui/spinner";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { useTRPC } from "@/app/_trpc/queries";
import type { PendingView } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/notification-views";
import type { TrpcErrorBody } from "@/server/transport/trpc-error";

const polledMs = 1_500;

/** API writes in progress, polled while there are any. */
export function usePending(first?: PendingView[]): PendingView[] {
  const { data } = useQuery(
    useTRPC().notifications.pending.queryOptions(undefined, {
      ...(first && { initialData: first }),
      refetchInterval: ({ state }) => (state.data?.length ? polledMs : false),
    }),
  );
  return data ?? [];
}

/** "Saving… (operation operation-…)" */
export function Saving({ operationId }: { operationId: string }) {
  const t = useTranslations("notifications.pending");
  return (
    <span className="flex min-w-0 items-center gap-1.5 font-normal text-muted text-xs">
      <Spinner />
      <span className="min-w-0 wrap-anywhere">{t("saving", { id: operationId })}</span>
      <CopyButton iconOnly value={operationId} label={t("copy")} />
    </span>
  );
}

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
  const wordsOf = usePageErrorWords();
  // The error envelope, as in a refused call.
  const descriptionOf = useEffectEvent((error: object) => wordsOf(error as TrpcErrorBody).description);
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
          const description = error ? descriptionOf(error) : undefined;
          if (status === "FAILED") toast.error(t("failed", { name: name ?? t("newOne") }), { description });
        })
        .catch(() => undefined);
  }, [pending, router, toast, calls, t]);
}
