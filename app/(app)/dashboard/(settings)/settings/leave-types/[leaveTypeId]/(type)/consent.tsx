"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { useTRPCClient } from "@/app/_trpc/client";
import type { LeaveType } from "@/app/(app)/dashboard/(settings)/settings/leave-types/[leaveTypeId]/(type)/edit-type";

/** Whether cancelling and changing need consent, for all locations at once (decision 14.36). */
export function Consent({ type }: { type: LeaveType }) {
  const t = useTranslations("policies.consent");
  const all = type.policies.length;
  const count = type.policies.filter(({ changesNeedConsent }) => changesNeedConsent).length;
  // At one location it is a field of the rules.
  if (all < 2) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-line border-t pt-4">
      <p className="text-muted">{t("state", { count, all })}</p>
      <div className="flex flex-wrap gap-2">
        {count < all ? <SetConsent type={type} isNeeded /> : null}
        {count > 0 ? <SetConsent type={type} isNeeded={false} /> : null}
      </div>
    </div>
  );
}

function SetConsent({ type, isNeeded }: { type: LeaveType; isNeeded: boolean }) {
  const t = useTranslations(`policies.consent.${isNeeded ? "require" : "spare"}`);
  const words = useTranslations("policies.consent");
  const calls = useTRPCClient();
  return (
    <ConfirmButton
      label={t("button")}
      button={{ variant: "secondary", size: "sm" }}
      tone="primary"
      title={t("title")}
      confirmLabel={t("button")}
      cancelLabel={words("keep")}
      act={async () => {
        const policies = type.policies.map(({ locationId }) => ({
          locationId,
          changesNeedConsent: isNeeded,
        }));
        await calls.leaveTypes.update.mutate({ id: type.id, patch: { policies } });
        return { message: words("done") };
      }}
    >
      <p>{t("text", { all: type.policies.length })}</p>
    </ConfirmButton>
  );
}
