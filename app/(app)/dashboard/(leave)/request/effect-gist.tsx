"use client";

import { useTranslations } from "next-intl";
import type { EffectProps } from "@/app/(app)/dashboard/(leave)/request/effect";
import { useDeciders } from "@/app/(app)/dashboard/(leave)/request/effect-approval";
import type { LeavePreview } from "@/app/(app)/dashboard/(leave)/request/leave-of-form";
import { amountIn, amountOf } from "@/server/kernel/time/amount";

type Props = Pick<EffectProps, "state" | "keepsDecision"> & { preview: LeavePreview | null };

/**
 * The gist of the panel in one line above the button, where the panel is below the form: days, what is left, who decides. Hidden from screen
 * readers, because the panel itself is read aloud when it changes.
 */
export function Gist({ preview, state, ...rest }: Props) {
  return preview && state === "shown" ? <GistLine preview={preview} {...rest} /> : null;
}

function GistLine({ preview, keepsDecision }: Pick<Props, "keepsDecision"> & { preview: LeavePreview }) {
  const t = useTranslations("leaves.effect");
  const who = useDeciders(preview);
  const { balance, durationWorkingDays, durationHours, hoursPerDay, dayHours } = preview;
  const left = balance?.unlimited ? undefined : balance?.years.at(-1);
  return (
    <p aria-hidden className="text-muted lg:hidden">
      {[
        t("allDays", amountOf(durationWorkingDays, durationHours, dayHours)),
        left ? t("left", amountIn(left.remainingAfter, hoursPerDay, dayHours)) : null,
        keepsDecision ? null : who,
      ]
        .filter(Boolean)
        .join(" · ")}
    </p>
  );
}
