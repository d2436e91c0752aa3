"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/app/_kit/ui/button";
import { cn } from "@/app/_kit/ui/class-names";
import { useApprove, useDeny } from "@/app/(app)/dashboard/(team)/approvals/decisions/reason-dialog";
import type { Request } from "@/app/(app)/dashboard/(team)/approvals/request";

type Props = { request: Request; className?: string };

/** "Approve" and "Deny" of a request in a list; of a cancellation, what they do. */
export function DecideButtons({ request, className }: Props) {
  const t = useTranslations("approvals");
  const approve = useApprove();
  const deny = useDeny();
  const { userName: name, isCancelling } = request;
  const word = isCancelling ? ("cancelling." as const) : "";
  return (
    <div className={cn("flex flex-wrap gap-2", className)}>
      <Button aria-label={t(`${word}approveOf`, { name })} variant="primary" onClick={() => approve(request)}>
        {t(`${word}approve`)}
      </Button>
      <Button aria-label={t(`${word}denyOf`, { name })} onClick={() => deny(request)}>
        {t(`${word}deny`)}
      </Button>
    </div>
  );
}
