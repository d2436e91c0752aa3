"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import { errorOf } from "@/app/_trpc/error-of";
import { useSending } from "@/app/_trpc/use-sending";
import { Button } from "@/app/_ui/button";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { useToast } from "@/app/_ui/toast";
import { shownError } from "@/app/(web)/dashboard/shown-error";
import { useHandOverFocus } from "@/app/(web)/dashboard/use-hand-over-focus";

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
