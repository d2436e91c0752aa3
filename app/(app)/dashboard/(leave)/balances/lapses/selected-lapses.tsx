"use client";

import type { inferRouterInputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useCall } from "@/app/_kit/form/use-call";
import { SelectionBar } from "@/app/_kit/list/selection-bar";
import { shownError } from "@/app/_kit/page/shown-error";
import { Button } from "@/app/_kit/ui/button";
import { Dialog, DialogClose } from "@/app/_kit/ui/dialog";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Meter } from "@/app/_kit/ui/meter";
import { useTRPCClient } from "@/app/_trpc/client";
import { useAnswer } from "@/app/_trpc/use-answer";
import type { AppRouter } from "@/server/api/trpc";

type Select = inferRouterInputs<AppRouter>["lapses"]["preview"]["select"];

/** Some lines of the list, or all that match its filter. */
export type Selection = { count: number; select: Select };

type Props = { selection: Selection; hasMail: boolean; clear: () => void; onDone: () => void };

/** What can be done with the selected lines: notify their people. */
export function SelectedLapses({ selection: { count, select }, hasMail, clear, onDone }: Props) {
  const t = useTranslations("lapses");
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const close = () => {
    setOpen(false);
    if (isDone) onDone();
  };
  return (
    <>
      <SelectionBar
        label={t("selection")}
        text={count === 0 ? null : t("selected", { count })}
        clear={{ label: t("clearSelection"), act: clear }}
      >
        <Button variant="primary" onClick={() => setOpen(true)}>
          {t("send.open")}
        </Button>
      </SelectionBar>
      <Dialog
        open={isOpen}
        locked={isBusy}
        onOpenChange={(open) => (open || isBusy ? undefined : close())}
        title={t("send.title")}
      >
        {hasMail ? null : <p className="mb-4">{t("send.withoutMail")}</p>}
        <SendNotices select={select} onBusy={setBusy} onDone={() => setDone(true)} onClose={close} />
      </Dialog>
    </>
  );
}

type SendProps = {
  select: Select;
  /** Mails are being sent: the dialog stays open. */
  onBusy: (isBusy: boolean) => void;
  /** Some were sent. */
  onDone: () => void;
  onClose: () => void;
};

/** How many mails it would be, a button that sends them, and their progress. */
function SendNotices({ select, onBusy, onDone, onClose }: SendProps) {
  const t = useTranslations("lapses.send");
  const { lapses } = useTRPCClient();
  const preview = useAnswer(select, (asked) => lapses.preview.mutate({ select: asked }), { pauseMs: 0 });
  const [sentCount, setSentCount] = useState<number | null>(null);
  const { mailCount = 0, skippedCount = 0 } = preview.shown?.found ?? {};
  const { send, isPending, error } = useCall(async () => {
    onBusy(true);
    setSentCount(0);
    try {
      let sent = 0;
      for (let after: string | null = null, isFirst = true; isFirst || after; isFirst = false) {
        const step: { mailCount: number; next: string | null } = await lapses.notify.mutate({
          select,
          after,
        });
        sent += step.mailCount;
        setSentCount(sent);
        onDone();
        after = step.next;
      }
    } finally {
      onBusy(false);
    }
  });
  if (sentCount !== null)
    return (
      <div className="flex flex-col gap-4">
        {isPending ? (
          <Meter
            label={t("running")}
            value={sentCount}
            max={Math.max(mailCount, 1)}
            valueText={t("progress", { done: sentCount, total: mailCount })}
          />
        ) : null}
        <p role="status" className="font-medium">
          {isPending ? null : t("sent", { count: sentCount })}
        </p>
        {error ? (
          <>
            <ErrorPanel error={error} />
            <p>{t("unfinished")}</p>
          </>
        ) : null}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="primary" pending={isPending} onClick={onClose}>
            {t("close")}
          </Button>
        </div>
      </div>
    );
  const isReady = mailCount > 0 && !preview.isLoading;
  return (
    <div className="flex flex-col gap-4">
      <p>{t("text")}</p>
      {preview.error ? (
        <ErrorPanel error={shownError(preview.error)} retrying={preview.isLoading} onRetry={preview.again} />
      ) : null}
      <div role="status" className="flex min-h-10 flex-col gap-1">
        {preview.shown ? (
          <>
            <p className="font-medium">{t("would", { count: mailCount })}</p>
            {skippedCount > 0 ? <p>{t("skipped", { count: skippedCount })}</p> : null}
          </>
        ) : preview.error ? null : (
          <p className="text-muted">{t("looking")}</p>
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <DialogClose>
          <Button>{t("cancel")}</Button>
        </DialogClose>
        <Button
          variant="primary"
          aria-disabled={isReady ? undefined : true}
          onClick={isReady ? () => void send() : undefined}
        >
          {t("go", { count: mailCount })}
        </Button>
      </div>
    </div>
  );
}
