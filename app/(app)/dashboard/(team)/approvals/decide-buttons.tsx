"use client";

import { useTranslations } from "next-intl";
import { useShortcuts } from "@/app/_kit/page/shortcuts";
import { Button } from "@/app/_kit/ui/button";
import { cn } from "@/app/_kit/ui/class-names";
import { KeyHint } from "@/app/_kit/ui/kbd";
import { useAsk } from "@/app/(app)/dashboard/(team)/approvals/ask-question";
import { useApprove, useDeny } from "@/app/(app)/dashboard/(team)/approvals/decisions/reason-dialog";
import { kindOf, type Request } from "@/app/(app)/dashboard/(team)/approvals/request";

type Props = {
  request: Request;
  /** Whether `a` and `d` decide on this page. */
  hasKeys?: boolean;
  /** Of one's own request there is no one to ask. */
  isOwn?: boolean;
  className?: string;
};

/** "Approve", "Deny" and "Ask" of a request; of a cancellation or a change, what they do. */
export function DecideButtons({ request, hasKeys = false, isOwn = false, className }: Props) {
  const t = useTranslations("approvals");
  const approve = useApprove();
  const deny = useDeny();
  const ask = useAsk();
  const { singleKeys } = useShortcuts();
  const { userName: name } = request;
  const word = kindOf(request);
  const isOn = hasKeys && singleKeys;
  return (
    <div className={cn("flex flex-wrap gap-2", className)}>
      <Button
        aria-label={t(`${word}approveOf`, { name })}
        aria-keyshortcuts={isOn ? "a" : undefined}
        variant="primary"
        onClick={() => approve(request)}
      >
        {t(`${word}approve`)}
        {isOn ? <KeyHint>A</KeyHint> : null}
      </Button>
      <Button
        aria-label={t(`${word}denyOf`, { name })}
        aria-keyshortcuts={isOn ? "d" : undefined}
        onClick={() => deny(request)}
      >
        {t(`${word}deny`)}
        {isOn ? <KeyHint>D</KeyHint> : null}
      </Button>
      {isOwn ? null : (
        <Button
          aria-label={t("question.buttonOf", { name })}
          aria-keyshortcuts={isOn ? "q" : undefined}
          variant="ghost"
          onClick={() => ask(request)}
        >
          {t("question.button")}
          {isOn ? <KeyHint>Q</KeyHint> : null}
        </Button>
      )}
    </div>
  );
}
