"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/app/_kit/ui/button";
import { cn } from "@/app/_kit/ui/class-names";
import { useDecisions } from "@/app/(app)/dashboard/(team)/approvals/decisions/use-decisions";
import { useDeny } from "@/app/(app)/dashboard/(team)/approvals/decisions/use-deny";
import type { Request } from "@/app/(app)/dashboard/(team)/approvals/request";

type Props = { request: Request; className?: string };

/** "Approve" and "Deny" of a request in a list; of a cancellation, what they do. */
export function DecideButtons({ request, className }: Props) {
  const t = useTranslations("approvals");
  const { decide } = useDecisions();
  const deny = useDeny();
  const { userName: name, isCancelling } = request;
  const word = isCancelling ? ("cancelling." as const) : "";
  return (
    <div className={cn("flex flex-wrap gap-2", className)}>
      <Button
        aria-label={t(`${word}approveOf`, { name })}
        variant="primary"
        onClick={() => decide([request], "approve")}
      >
        {t(`${word}approve`)}
      </Button>
      <Button aria-label={t(`${word}denyOf`, { name })} onClick={() => deny(request)}>
        {t(`${word}deny`)}
      </Button>
    </div>
  );
}
