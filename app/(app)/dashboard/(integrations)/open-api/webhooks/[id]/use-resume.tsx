"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useErrorToast } from "@/app/_kit/form/use-error-toast";
import { shownError } from "@/app/_kit/page/shown-error";
import { Button } from "@/app/_kit/ui/button";
import { Dialog } from "@/app/_kit/ui/dialog";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";

type Replay = "all" | "none";

/**
 * Resumes a webhook. Counts the missed events first; the dialog asks what to do with them.
 * @returns a start function, and the dialog to render
 */
export function useResume(webhookId: string): {
  start: () => Promise<void>;
  starting: boolean;
  dialog: ReactNode;
} {
  const t = useTranslations("webhooks");
  const router = useRouter();
  const toast = useToast();
  const tellError = useErrorToast();
  const calls = useTRPCClient();
  const [starting, setStarting] = useState(false);
  const [missed, setMissed] = useState<number | null>(null);
  const resume = async (replay: Replay, count: number) => {
    await calls.webhooks.resume.mutate({ id: webhookId, replay });
    toast.success(t("resume.done"), {
      description:
        count === 0
          ? undefined
          : replay === "all"
            ? t("resume.replayed", { count })
            : t("resume.notReplayed"),
    });
    setMissed(null);
    router.refresh();
  };
  const start = async () => {
    if (starting) return;
    setStarting(true);
    try {
      // Counted now: the page may be stale.
      const count = (await calls.webhooks.get.query({ id: webhookId })).stats?.heldCount ?? 0;
      if (count === 0) await resume("all", 0);
      else setMissed(count);
    } catch (error) {
      tellError(error);
    } finally {
      setStarting(false);
    }
  };
  const dialog = (
    <ResumeDialog
      missed={missed}
      onClose={() => setMissed(null)}
      resume={(replay) => resume(replay, missed ?? 0)}
    />
  );
  return { start, starting, dialog };
}

type DialogProps = { missed: number | null; onClose: () => void; resume: (replay: Replay) => Promise<void> };

function ResumeDialog({ missed, onClose, resume }: DialogProps) {
  const t = useTranslations("webhooks");
  const [pending, setPending] = useState<Replay | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [shown, setShown] = useState(0);
  // The dialog keeps its text while it fades out.
  if (missed !== null && missed !== shown) setShown(missed);
  const choose = async (replay: Replay) => {
    if (pending) return;
    setPending(replay);
    setFailure(null);
    try {
      await resume(replay);
    } catch (error) {
      setFailure(error);
    } finally {
      setPending(null);
    }
  };
  return (
    <Dialog
      open={missed !== null}
      onOpenChange={(open) => {
        if (open) return;
        setFailure(null);
        onClose();
      }}
      title={t("resume.title", { count: shown })}
      description={t("resume.text")}
      footer={
        <>
          <Button pending={pending === "none"} onClick={() => void choose("none")}>
            {t("resume.without")}
          </Button>
          <Button variant="primary" pending={pending === "all"} onClick={() => void choose("all")}>
            {t("resume.with", { count: shown })}
          </Button>
        </>
      }
    >
      {failure ? <ErrorPanel error={shownError(failure)} /> : null}
    </Dialog>
  );
}
