"use client";

import { useTranslations } from "next-intl";
import { useCall } from "@/app/_kit/form/use-call";
import { useHandOverFocus } from "@/app/_kit/page/use-hand-over-focus";
import { Button } from "@/app/_kit/ui/button";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { useTRPCClient } from "@/app/_trpc/client";

/** "Keep leave", "Keep as it is": takes back the question whether the leave may be cancelled or changed. */
export function WithdrawAsked({ leaveId, of }: { leaveId: string; of: "cancel" | "change" }) {
  const t = useTranslations(`leaves.${of}.withdraw`);
  const { leaves } = useTRPCClient();
  const place = useHandOverFocus<HTMLDivElement>();
  const { send, isPending, error } = useCall(
    of === "cancel" ? leaves.withdrawCancellation.mutate : leaves.withdrawChange.mutate,
    {
      done: () => t("done"),
      refreshes: true,
    },
  );
  return (
    <div ref={place} className="flex flex-col items-start gap-3">
      {error ? <ErrorPanel error={error} /> : null}
      <Button pending={isPending} onClick={() => void send({ id: leaveId })}>
        {t("button")}
      </Button>
    </div>
  );
}
