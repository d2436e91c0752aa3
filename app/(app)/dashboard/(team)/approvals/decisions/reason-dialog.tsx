"use client";

import { useTranslations } from "next-intl";
import { createContext, type ReactNode, use, useRef, useState } from "react";
import { SubmitKeys } from "@/app/_kit/form/submit-keys";
import { AlertDialog } from "@/app/_kit/ui/alert-dialog";
import { Field } from "@/app/_kit/ui/field";
import { submitsByKey, Textarea } from "@/app/_kit/ui/textarea";
import { BrokenRules, isRefusedByRules } from "@/app/(app)/dashboard/(leave)/leaves/broken-rules";
import type { Action } from "@/app/(app)/dashboard/(team)/approvals/decisions/undo-queue";
import { useDecisions } from "@/app/(app)/dashboard/(team)/approvals/decisions/use-decisions";
import { kindOf, type Request } from "@/app/(app)/dashboard/(team)/approvals/request";
import { limits } from "@/drizzle/schema/limits";

const Context = createContext<(request: Request, action: Action) => void>(() => undefined);

/** Asks for a reason, then denies. */
export function useDeny(): (request: Request) => void {
  const ask = use(Context);
  return (request) => ask(request, "deny");
}

/** Approves; in spite of a leave rule that refuses only with a reason, which it asks for. */
export function useApprove(): (request: Request) => void {
  const ask = use(Context);
  const { decide } = useDecisions();
  return (request) => (isRefusedByRules(request) ? ask(request, "approve") : decide([request], "approve"));
}

/** Whether a focused field would cover half of the screen with a keyboard. */
const isTouch = () => window.matchMedia("(pointer: coarse)").matches;

/** The dialog that asks for the reason of a decision. A reason that could not be sent is filled in again. */
export function ReasonDialog({ children }: { children: ReactNode }) {
  const t = useTranslations("approvals");
  const { queue, decide } = useDecisions();
  const [request, setRequest] = useState<Request | null>(null);
  const [action, setAction] = useState<Action>("deny");
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const ask = (asked: Request, wanted: Action) => {
    const before = queue.ends.get(asked.id)?.decision;
    setReason(before?.action === wanted ? before.reason : "");
    setMissing(false);
    setAction(wanted);
    setRequest(asked);
    setOpen(true);
  };
  const name = request?.userName ?? "";
  const isApproval = action === "approve";
  const word = request ? kindOf(request) : "";
  const confirmLabel = isApproval ? t("override.confirm") : t(`${word}denyConfirm`);
  const act = () => {
    const given = reason.trim();
    if (isApproval && !given) {
      setMissing(true);
      return false;
    }
    if (request) decide([request], action, given);
    return undefined;
  };
  return (
    <Context value={ask}>
      {children}
      <AlertDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={isApproval ? t("override.title", { name }) : t(`${word}denyTitle`, { name })}
        confirmLabel={confirmLabel}
        cancelLabel={t("keep")}
        onConfirm={act}
        initialFocus={isOpen && !isTouch() ? field : undefined}
      >
        {isApproval && request ? (
          <div className="mb-4">
            <BrokenRules rules={request.rules} />
          </div>
        ) : null}
        <Field
          label={t(isApproval ? "override.reason" : "reason")}
          help={isApproval ? t("override.help") : t("reasonHelp", { name })}
          required={isApproval}
          error={isApproval && isMissing ? t("override.missing") : undefined}
        >
          <Textarea
            ref={field}
            value={reason}
            onKeyDown={submitsByKey}
            maxLength={limits.reason}
            onChange={({ target }) => {
              setReason(target.value);
              setMissing(false);
            }}
          />
        </Field>
        <SubmitKeys label={confirmLabel} />
      </AlertDialog>
    </Context>
  );
}
