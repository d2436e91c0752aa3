"use client";

import { useTranslations } from "next-intl";
import { createContext, type ReactNode, use, useState } from "react";
import { useAttempt } from "@/app/_kit/form/use-attempt";
import { useTRPCClient } from "@/app/_trpc/client";
import { TextDialog } from "@/app/(app)/dashboard/(leave)/leaves/text-action";
import type { Request } from "@/app/(app)/dashboard/(team)/approvals/request";

const Context = createContext<(request: Request) => void>(() => undefined);

/** Asks the person on leave a question before the decision. */
export const useAsk = (): ((request: Request) => void) => use(Context);

type Props = {
  children: ReactNode;
  /** A question was asked. */
  onAsked?: () => void;
};

/** The dialog of "Ask", around a list of requests: the request goes on waiting, and the person gets a mail. */
export function QuestionDialog({ children, onAsked }: Props) {
  const t = useTranslations("approvals.question");
  const calls = useTRPCClient();
  const attemptOf = useAttempt();
  const [request, setRequest] = useState<Request | null>(null);
  const [isOpen, setOpen] = useState(false);
  const name = request?.userName ?? "";
  return (
    <Context
      value={(asked) => {
        setRequest(asked);
        setOpen(true);
      }}
    >
      {children}
      <TextDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        label={t("button")}
        title={t("title", { name })}
        field={{ label: t("field"), help: t("help"), missing: t("missing") }}
        send={async (question) => {
          const asked = { leaveId: request?.id ?? "", question };
          await calls.questions.ask.mutate({ attempt: attemptOf(asked), ...asked });
          onAsked?.();
          return t("done", { name });
        }}
      />
    </Context>
  );
}
