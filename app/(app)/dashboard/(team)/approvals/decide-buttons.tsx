"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/app/_kit/ui/button";
import { cn } from "@/app/_kit/ui/class-names";
import { useApprove, useDeny } from "@/app/(app)/dashboard/(team)/approvals/decisions/reason-dialog";
import { kindOf, type Request } from "@/app/(app)/dashboard/(team)/approvals/request";

type Props = { request: Request; className?: string };

/** "Approve" and "Deny" of a request in a list; of a cancellation or a change, what they do. */
export function DecideButtons({ request, className }: Props) {
  const t = useTranslations("approvals");
  const approve = useApprove();
  const deny = useDeny();
  const { userName: name } = request;
  const word = kindOf(request);
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
