"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { shownError } from "@/app/_kit/page/shown-error";
import { useHandOverFocus } from "@/app/_kit/page/use-hand-over-focus";
import { Button } from "@/app/_kit/ui/button";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { errorOf } from "@/app/_trpc/error-of";
import { useSending } from "@/app/_trpc/use-sending";

/** "Remind approver", at most once a day; afterwards shows that it was done. */
export function RemindApprover({ leaveId, isRemindedToday }: { leaveId: string; isRemindedToday: boolean }) {
  const t = useTranslations("leaves.remind");
  if (isRemindedToday) return <p className="text-muted">{t("today")}</p>;
  return <Remind leaveId={leaveId} />;
}

function Remind({ leaveId }: { leaveId: string }) {
  const t = useTranslations("leaves.remind");
  const calls = useTRPCClient();
  const router = useRouter();
  const toast = useToast();
  const place = useHandOverFocus<HTMLDivElement>();
  const [isDone, setDone] = useState(false);
  const { run, isPending, error } = useSending(() => calls.leaves.remind.mutate({ id: leaveId }));
  const remind = async () => {
    try {
      await run();
      setDone(true);
      toast.success(t("done"));
      router.refresh();
    } catch (failure) {
      // Another tab sent the reminder, or the leave was decided: the refreshed page shows the current state.
      if (errorOf(failure)?.code === "CONFLICT") router.refresh();
    }
  };
  return (
    <div ref={place} className="flex flex-col items-start gap-3">
      {error ? <ErrorPanel error={shownError(error)} /> : null}
      <Button pending={isPending || isDone} onClick={() => void remind()}>
        {t("button")}
      </Button>
    </div>
  );
}
