"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useCall } from "@/app/_kit/form/use-call";
import { useHandOverFocus } from "@/app/_kit/page/use-hand-over-focus";
import { Button } from "@/app/_kit/ui/button";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { useTRPCClient } from "@/app/_trpc/client";
import { errorOf } from "@/app/_trpc/error-of";

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
  const place = useHandOverFocus<HTMLDivElement>();
  const [isDone, setDone] = useState(false);
  const { send, isPending, error } = useCall(calls.leaves.remind.mutate, {
    done: () => t("done"),
    refreshes: true,
    onDone: () => setDone(true),
    // Another tab sent the reminder, or the leave was decided: the refreshed page shows the current state.
    onError: (failure) => errorOf(failure)?.code === "CONFLICT" && router.refresh(),
  });
  return (
    <div ref={place} className="flex flex-col items-start gap-3">
      {error ? <ErrorPanel error={error} /> : null}
      <Button pending={isPending || isDone} onClick={() => void send({ id: leaveId })}>
        {t("button")}
      </Button>
    </div>
  );
}
