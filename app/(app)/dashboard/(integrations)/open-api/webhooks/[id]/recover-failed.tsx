"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { shownError } from "@/app/_kit/page/shown-error";
import { Button } from "@/app/_kit/ui/button";
import { Dialog, DialogClose } from "@/app/_kit/ui/dialog";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Meter } from "@/app/_kit/ui/meter";
import { MomentField } from "@/app/_kit/ui/moment-field";
import { Note } from "@/app/_kit/ui/note";
import { Radio, RadioGroup } from "@/app/_kit/ui/radio-group";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { useTRPC } from "@/app/_trpc/queries";
import { useRecovery } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/use-recovery";
import type { WebhookView } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";

const hourMs = 3_600_000;

type Props = { webhook: WebhookView; onDone: () => void };

/** "Recover failed deliveries": counts the failed deliveries, redelivers them in batches, and can be cancelled. */
export function RecoverFailed({ webhook, onDone }: Props) {
  const t = useTranslations("webhooks");
  const [openedAt, setOpenedAt] = useState<Date | null>(null);
  const [isRunning, setRunning] = useState(false);
  const close = () => {
    setOpenedAt(null);
    onDone();
  };
  return (
    <>
      <Button onClick={() => setOpenedAt(new Date())}>{t("recover.title")}</Button>
      <Dialog
        open={openedAt !== null}
        onOpenChange={(open) => (open ? undefined : close())}
        locked={isRunning}
        title={t("recover.title")}
        description={t("recover.text")}
      >
        {openedAt ? (
          <Recovery webhook={webhook} until={openedAt} onRunning={setRunning} onClose={close} />
        ) : null}
      </Dialog>
    </>
  );
}

type Since = "hour" | "outage" | "custom";
type RecoveryProps = {
  webhook: WebhookView;
  until: Date;
  onRunning: (running: boolean) => void;
  onClose: () => void;
};

function Recovery({ webhook, until, onRunning, onClose }: RecoveryProps) {
  const t = useTranslations("webhooks");
  const { webhookId } = webhook;
  const outage = outageOf(webhook);
  const [choice, setChoice] = useState<Since>(outage ? "outage" : "hour");
  const [custom, setCustom] = useState<Date | null>(() => new Date(until.getTime() - 24 * hourMs));
  const since = sinceOf(choice, custom, until, outage);
  const { data, error, isFetching, refetch } = useQuery(
    useTRPC().webhooks.failedCount.queryOptions(
      { webhookId, since: since ?? until, until },
      { enabled: since !== null, staleTime: 0 },
    ),
  );
  const recovery = useRecovery(webhookId, onRunning);
  const count = data?.count ?? 0;
  if (recovery.state !== "idle") return <Progress recovery={recovery} total={count} onClose={onClose} />;
  return (
    <div className="flex flex-col gap-4">
      <RadioGroup label={t("recover.since")}>
        <Radio
          name="since"
          label={t("recover.hour")}
          checked={choice === "hour"}
          onChange={() => setChoice("hour")}
        />
        {outage ? (
          <Radio
            name="since"
            label={t("recover.outage")}
            description={<RelativeTime at={outage} show="local" />}
            checked={choice === "outage"}
            onChange={() => setChoice("outage")}
          />
        ) : null}
        <Radio
          name="since"
          label={t("recover.custom")}
          checked={choice === "custom"}
          onChange={() => setChoice("custom")}
        />
      </RadioGroup>
      {choice === "custom" ? (
        <MomentField
          label={t("recover.sinceField")}
          error={since === null ? t("recover.chooseMoment") : undefined}
          help={t("recover.localTime")}
          value={custom}
          onChange={setCustom}
        />
      ) : null}
      {error ? (
        <ErrorPanel error={shownError(error)} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <p role="status" className="min-h-5 font-medium">
          <Found count={data?.count} oldestAt={data?.oldestAt ?? null} />
        </p>
      )}
      <Note tone="warning" label={t("recover.order")}>
        {t("recover.orderText")}
      </Note>
      <div className="flex flex-wrap justify-end gap-2">
        <DialogClose>
          <Button>{t("cancel")}</Button>
        </DialogClose>
        <Button
          variant="primary"
          aria-disabled={count === 0 ? true : undefined}
          onClick={count > 0 && since ? () => void recovery.run({ since, until }) : undefined}
        >
          {t("recover.go", { count })}
        </Button>
      </div>
    </div>
  );
}

/** When the first failed delivery was created: slightly before its first attempt. */
function outageOf({ failingSince, firstFailure }: WebhookView): Date | null {
  if (!failingSince || !firstFailure) return failingSince;
  return firstFailure.createdAt < failingSince ? firstFailure.createdAt : failingSince;
}

function sinceOf(choice: Since, custom: Date | null, until: Date, outage: Date | null): Date | null {
  if (choice === "hour") return new Date(until.getTime() - hourMs);
  if (choice === "outage") return outage;
  return custom === null || custom > until ? null : custom;
}

function Found({ count, oldestAt }: { count: number | undefined; oldestAt: Date | null }) {
  const t = useTranslations("webhooks");
  if (count === undefined) return t("recover.counting");
  if (count === 0) return t("recover.noneFound");
  if (!oldestAt) return t("recover.found", { count });
  return t.rich("recover.foundOldest", { count, at: () => <RelativeTime at={oldestAt} show="local" /> });
}

type ProgressProps = { recovery: ReturnType<typeof useRecovery>; total: number; onClose: () => void };

function Progress({ recovery, total, onClose }: ProgressProps) {
  const { state, queued, failure, cancel } = recovery;
  const t = useTranslations("webhooks");
  const all = Math.max(total, queued);
  return (
    <div className="flex flex-col gap-4">
      <Meter
        label={t("recover.progress")}
        value={queued}
        max={all}
        valueText={t("recover.progressOf", { queued, all })}
      />
      <p role="status">{state === "idle" ? null : t(`recover.${state}`, { count: queued })}</p>
      {failure ? <ErrorPanel error={shownError(failure)} /> : null}
      <div className="flex justify-end">
        {state === "running" ? (
          <Button onClick={cancel}>{t("recover.cancel")}</Button>
        ) : (
          <Button variant="primary" onClick={onClose}>
            {t("close")}
          </Button>
        )}
      </div>
    </div>
  );
}
