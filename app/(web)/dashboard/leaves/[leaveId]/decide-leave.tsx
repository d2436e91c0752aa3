"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmButton } from "@/app/_resource/confirm-action";
import { useTRPC } from "@/app/_trpc/client";
import { Button } from "@/app/_ui/button";
import { Field } from "@/app/_ui/field";
import { Textarea } from "@/app/_ui/textarea";
import { useToast } from "@/app/_ui/toast";
import { newAttempt } from "@/app/(web)/dashboard/new-attempt";
import { shownError } from "@/app/(web)/dashboard/shown-error";
import { useHandOverFocus } from "@/app/(web)/dashboard/use-hand-over-focus";
import { useCountAnew } from "@/app/(web)/dashboard/waiting-count";

type Props = { request: { id: string; version: number; userName: string } };

/** "Approve" and "Deny" on the page of one leave. What somebody else decided in between is said, and the page is fresh. */
export function DecideLeave({ request: { id, version, userName: name } }: Props) {
  const t = useTranslations("approvals");
  const router = useRouter();
  const toast = useToast();
  const countAnew = useCountAnew();
  const place = useHandOverFocus<HTMLDivElement>();
  const [reason, setReason] = useState("");
  // One decision, however often it is sent.
  const [attempts] = useState(() => ({ approve: newAttempt(), deny: newAttempt() }));
  const call = useMutation(useTRPC().approvals.decide.mutationOptions());
  const decide = async (action: "approve" | "deny") => {
    const given = action === "deny" && reason.trim() ? { reason } : {};
    const [outcome] = await call.mutateAsync({
      decisions: [{ attempt: attempts[action], id, version, action, ...given }],
    });
    countAnew();
    if (outcome?.error) toast.error(outcome.error.description);
    return outcome?.error ? undefined : t(action === "approve" ? "approved" : "denied", { name });
  };
  const approve = async () => {
    try {
      const told = await decide("approve");
      if (told) toast.success(told);
    } catch (error) {
      const { name: what, description } = shownError(error);
      toast.error(description ?? what);
      return;
    }
    router.refresh();
  };
  return (
    <div ref={place} className="flex flex-wrap gap-2">
      <Button
        aria-label={t("approveOf", { name })}
        variant="primary"
        pending={call.isPending}
        onClick={() => void approve()}
      >
        {t("approve")}
      </Button>
      <ConfirmButton
        label={t("deny")}
        button={{ variant: "secondary", "aria-label": t("denyOf", { name }) }}
        title={t("denyTitle", { name })}
        confirmLabel={t("denyConfirm")}
        cancelLabel={t("keep")}
        onClose={() => setReason("")}
        act={async () => {
          const told = await decide("deny");
          return told ? { told } : undefined;
        }}
      >
        <Field label={t("reason")} help={t("reasonHelp", { name })}>
          <Textarea value={reason} maxLength={2000} onChange={({ target }) => setReason(target.value)} />
        </Field>
      </ConfirmButton>
    </div>
  );
}
