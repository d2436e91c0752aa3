"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import { shownError } from "@/app/_kit/page/shown-error";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { Spinner } from "@/app/_kit/ui/spinner";
import { TextLink } from "@/app/_kit/ui/text-link";
import { useTRPC } from "@/app/_trpc/queries";
import { changeAfterMs } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/deliveries/[deliveryId]/change-after";
import type { DeliveryDetail } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";
import { failureWords } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-words";
import { paths } from "@/app/paths";

const askedEveryMs = 700;

const isTried = ({ attempts, status }: Pick<DeliveryDetail, "attempts" | "status">) =>
  attempts > 0 || (status !== "pending" && status !== "held");

type Props = {
  webhookId: string;
  /** The test event's delivery; null for the newest one. */
  deliveryId: string | null;
  /** Called once, when the event was received. */
  onDelivered?: () => void;
};

/** "Waiting for test delivery…", then the outcome. Polls until the event has arrived or the retries are exhausted. */
export function TestResult({ webhookId, deliveryId, onDelivered }: Props) {
  const trpc = useTRPC();
  const newest = useQuery(
    trpc.webhooks.deliveries.queryOptions(
      { webhookId, eventTypes: ["webhook.test"], limit: 1 },
      { enabled: deliveryId === null, staleTime: 0 },
    ),
  );
  const id = deliveryId ?? newest.data?.items[0]?.id ?? null;
  const { data, error } = useQuery(
    trpc.webhooks.delivery.queryOptions(
      { webhookId, id: id ?? "" },
      {
        enabled: id !== null,
        staleTime: 0,
        refetchInterval: ({ state }) =>
          state.data && isTried(state.data) ? (changeAfterMs(state.data) ?? false) : askedEveryMs,
      },
    ),
  );
  const delivered = data?.status === "succeeded";
  useTellOnce(delivered, onDelivered);
  const failure = error ?? newest.error;
  if (failure) return <ErrorPanel error={shownError(failure)} />;
  return (
    <div
      role="status"
      className="flex items-start gap-2.5 rounded-lg border border-line bg-surface px-3.5 py-3"
    >
      {data && isTried(data) ? <Outcome delivery={data} /> : <Waiting />}
    </div>
  );
}

function useTellOnce(delivered: boolean, tell: (() => void) | undefined): void {
  const announced = useRef(false);
  useEffect(() => {
    if (!delivered || announced.current) return;
    announced.current = true;
    tell?.();
  }, [delivered, tell]);
}

function Waiting() {
  const t = useTranslations("webhooks");
  return (
    <>
      <span className="flex h-5 items-center">
        <Spinner />
      </span>
      {t("test.waiting")}
    </>
  );
}

function Outcome({ delivery }: { delivery: DeliveryDetail }) {
  const t = useTranslations("webhooks");
  const strong = (words: ReactNode) => <strong className="font-semibold">{words}</strong>;
  const { id, webhookId, status, httpStatus, durationMs, attemptLog, nextAttemptAt } = delivery;
  if (status === "succeeded")
    return (
      <>
        <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success-text" />
        <p>{t.rich("test.delivered", { strong, status: httpStatus ?? "", ms: durationMs ?? 0 })}</p>
      </>
    );
  const last = attemptLog.at(-1);
  return (
    <>
      <CircleX aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-text" />
      <p className="min-w-0">
        {t.rich("test.notDelivered", {
          strong,
          why: failureWords(t, last ?? { ...delivery, message: null }),
        })}{" "}
        {nextAttemptAt
          ? t.rich("test.nextTry", { at: () => <RelativeTime at={nextAttemptAt} show="local" /> })
          : null}{" "}
        <TextLink href={paths.delivery(webhookId, id)}>{t("test.view")}</TextLink>
      </p>
    </>
  );
}
