"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { Field } from "@/app/_kit/ui/field";
import { Textarea } from "@/app/_kit/ui/textarea";
import { useTRPCClient } from "@/app/_trpc/client";
import type { LeaveDetails } from "@/app/(app)/dashboard/(leave)/leaves/leave-parts";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { limits } from "@/drizzle/schema/limits";
import { amountIn, amountOf } from "@/server/kernel/time/amount";

type Effect = NonNullable<LeaveDetails["cancelEffect"]>;

type Props = {
  leave: Pick<LeaveDetails, "id" | "startDate" | "endDate" | "durationWorkingDays" | "hours" | "isOwn"> & {
    isUnlimited?: boolean;
    hoursPerDay?: number | null;
    dayHours?: number | null;
    person: { name: string };
    cancelEffect?: Effect | null;
  };
};

/** What cancelling is called: it asks for consent, ends leave that has begun, or cancels all of it. */
const wayOf = (effect: Effect | null | undefined): "ask" | "end" | "cancel" =>
  effect?.needsConsent ? "ask" : effect?.endsOn ? "end" : "cancel";

/** "Cancel leave", "End leave: 3 days come back" or "Ask to cancel", which asks first. A manager may give a reason. */
export function CancelLeave({ leave }: Props) {
  const t = useTranslations("leaves.cancel");
  const dates = useLeaveDates();
  const calls = useTRPCClient();
  const [reason, setReason] = useState("");
  const { cancelEffect: effect, isOwn } = leave;
  const { name } = leave.person;
  const way = wayOf(effect);
  // Of a part of the leave, the days are those of a balance.
  const amount = effect?.endsOn
    ? amountIn(effect.daysBack, leave.hoursPerDay ?? null, leave.dayHours)
    : amountOf(effect?.daysBack ?? leave.durationWorkingDays, leave.hours, leave.dayHours);
  const until = effect?.endsOn ? dates({ startDate: effect.endsOn, endDate: effect.endsOn }) : "";
  const values = { dates: dates(leave), ...amount, name, until, begun: effect?.endsOn ? "yes" : "no" };
  const textOf = () => {
    // Days of leave without a limit come back to no balance.
    if (leave.isUnlimited) return t(`unlimited.${isOwn ? way : "other"}`, values);
    return isOwn ? t(`ways.${way}.text`, values) : t("textOther", values);
  };
  return (
    <ConfirmButton
      label={leave.isUnlimited && way === "end" ? t("unlimited.button") : t(`ways.${way}.button`, values)}
      button={{ variant: "secondary" }}
      {...(way === "ask" && { tone: "primary" })}
      title={t(`ways.${way}.title`)}
      confirmLabel={t(`ways.${way}.confirm`)}
      cancelLabel={t("keep")}
      onClose={() => setReason("")}
      act={async () => {
        const decision = reason.trim() ? { reason } : undefined;
        const { status, cancellationRequestedAt } = await calls.leaves.cancel.mutate({
          id: leave.id,
          decision,
        });
        // Someone may have approved it since the page was read: what was done is what the server says.
        const done = cancellationRequestedAt !== null ? "ask" : status === "CANCELLED" ? "cancel" : "end";
        return { message: t(`ways.${done}.done`) };
      }}
    >
      <p>{textOf()}</p>
      {effect && effect.daysAgain > 0 ? <p>{t("again", { days: effect.daysAgain })}</p> : null}
      {effect?.lapsed.map(({ days, expiresOn: last }) => (
        <p key={last}>
          {t("lapsed", {
            ...amountIn(days, leave.hoursPerDay ?? null, leave.dayHours),
            date: dates({ startDate: last, endDate: last }),
          })}
        </p>
      ))}
      {isOwn && way === "cancel" && !effect?.needsReason ? null : (
        <Field
          label={t("reason")}
          help={isOwn ? t("reasonHelpOwn") : t("reasonHelp", { name })}
          {...(effect?.needsReason ? { required: true } : { optional: true })}
        >
          <Textarea
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            maxLength={limits.reason}
          />
        </Field>
      )}
    </ConfirmButton>
  );
}
