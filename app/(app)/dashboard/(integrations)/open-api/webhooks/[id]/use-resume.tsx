"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useCall } from "@/app/_kit/form/use-call";
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
  start: () => Promise<unknown>;
  starting: boolean;
  dialog: ReactNode;
} {
  const t = useTranslations("webhooks");
  const router = useRouter();
  const toast = useToast();
  const calls = useTRPCClient();
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
  const { send: start, isPending } = useCall(
    async () => {
      // Counted now: the page may be stale.
      const count = (await calls.webhooks.get.query({ id: webhookId })).stats?.heldCount ?? 0;
      if (count === 0) await resume("all", 0);
      else setMissed(count);
    },
    { errorToast: true },
  );
  const dialog = (
    <ResumeDialog
      missed={missed}
      onClose={() => setMissed(null)}
      resume={(replay) => resume(replay, missed ?? 0)}
    />
  );
  return { start, starting: isPending, dialog };
}

type DialogProps = {
  missed: number | null;
  onClose: () => void;
  resume: (replay: Replay) => Promise<unknown>;
};

function ResumeDialog({ missed, onClose, resume }: DialogProps) {
  const t = useTranslations("webhooks");
  const { send, isPending, error, reset } = useCall(resume);
  const [chosen, setChosen] = useState<Replay>("all");
  const choose = (replay: Replay) => {
    if (isPending) return;
    setChosen(replay);
    void send(replay);
  };
  return (
    <Dialog
      open={missed !== null}
      onOpenChange={(open) => {
        if (open) return;
        reset();
        onClose();
      }}
      title={t("resume.title", { count: missed ?? 0 })}
      description={t("resume.text")}
      footer={
        <>
          <Button pending={isPending && chosen === "none"} onClick={() => choose("none")}>
            {t("resume.without")}
          </Button>
          <Button variant="primary" pending={isPending && chosen === "all"} onClick={() => choose("all")}>
            {t("resume.with", { count: missed ?? 0 })}
          </Button>
        </>
      }
    >
      {error ? <ErrorPanel error={error} /> : null}
    </Dialog>
  );
}
