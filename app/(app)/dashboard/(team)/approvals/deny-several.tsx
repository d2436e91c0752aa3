"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { SubmitKeys } from "@/app/_kit/form/submit-keys";
import { AlertDialog } from "@/app/_kit/ui/alert-dialog";
import { Field } from "@/app/_kit/ui/field";
import { submitsByKey, Textarea } from "@/app/_kit/ui/textarea";
import { useDecisions } from "@/app/(app)/dashboard/(team)/approvals/decisions/use-decisions";
import type { Request } from "@/app/(app)/dashboard/(team)/approvals/request";
import { limits } from "@/drizzle/schema/limits";

type Props = {
  /** Empty while the dialog is closed. */
  requests: readonly Request[];
  onClose: () => void;
  /** Before the decisions are made. */
  onDeny: () => void;
};

/** Asks for one reason, and denies several requests with it. */
export function DenySeveral({ requests, onClose, onDeny }: Props) {
  const t = useTranslations("approvals");
  const format = useFormatter();
  const { decide } = useDecisions();
  const [reason, setReason] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const count = requests.length;
  const label = t("selection.deny", { count });
  const close = () => {
    setReason("");
    onClose();
  };
  return (
    <AlertDialog
      open={count > 0}
      onOpenChange={(isOpen) => isOpen || close()}
      title={t("selection.denyTitle", { count })}
      confirmLabel={label}
      cancelLabel={t("keep")}
      onConfirm={() => {
        onDeny();
        decide(requests, "deny", reason.trim());
        return undefined;
      }}
      initialFocus={field}
    >
      <p className="mb-4 wrap-anywhere">
        {t("selection.denyWhom", { names: format.list(requests.map(({ userName }) => userName)) })}
      </p>
      <Field label={t("reason")} help={t("selection.reasonHelp")}>
        <Textarea
          ref={field}
          value={reason}
          onKeyDown={submitsByKey}
          maxLength={limits.reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
      <SubmitKeys label={label} />
    </AlertDialog>
  );
}
