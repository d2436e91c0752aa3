"use client";

import { useTranslations } from "next-intl";
import { createContext, type ReactNode, use, useState } from "react";
import { AlertDialog } from "@/app/_kit/ui/alert-dialog";
import { Field } from "@/app/_kit/ui/field";
import { Textarea } from "@/app/_kit/ui/textarea";
import { useDecisions } from "@/app/(app)/dashboard/(team)/approvals/decisions/use-decisions";
import type { Request } from "@/app/(app)/dashboard/(team)/approvals/request";
import { limits } from "@/drizzle/schema/limits";

const Context = createContext<(request: Request) => void>(() => undefined);

/** Asks for a reason, then denies. */
export const useDeny = () => use(Context);

/** The dialog that asks for the reason of a denial. A reason that could not be sent is filled in again. */
export function DenyDialog({ children }: { children: ReactNode }) {
  const t = useTranslations("approvals");
  const { queue, decide } = useDecisions();
  const [request, setRequest] = useState<Request | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const ask = (asked: Request) => {
    const before = queue.ends.get(asked.id)?.decision;
    setReason(before?.action === "deny" ? before.reason : "");
    setRequest(asked);
    setOpen(true);
  };
  const name = request?.userName ?? "";
  const word = request?.isCancelling ? ("cancelling." as const) : "";
  return (
    <Context value={ask}>
      {children}
      <AlertDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t(`${word}denyTitle`, { name })}
        confirmLabel={t(`${word}denyConfirm`)}
        cancelLabel={t("keep")}
        onConfirm={() => {
          if (request) decide([request], "deny", reason.trim());
          return undefined;
        }}
      >
        <Field label={t("reason")} help={t("reasonHelp", { name })}>
          <Textarea
            value={reason}
            maxLength={limits.reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
      </AlertDialog>
    </Context>
  );
}
