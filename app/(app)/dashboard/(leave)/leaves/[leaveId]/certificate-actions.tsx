"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { DateField } from "@/app/_kit/ui/date-field";
import { useTRPCClient } from "@/app/_trpc/client";

type Props = {
  leaveId: string;
  isReceived: boolean;
  /** The day by which it is due; null while it is not asked for. */
  dueOn: string | null;
  /** The day by which it would be due unless one says another; null once it is asked for. */
  usualDay: string | null;
  today: string;
};

/** What those who manage the person do about a certificate. */
export function CertificateActions({ leaveId, isReceived, dueOn, usualDay, today }: Props) {
  const t = useTranslations("leaves.certificate");
  const calls = useTRPCClient();
  const firstDay = dueOn ?? usualDay ?? today;
  const [day, setDay] = useState(firstDay);
  const reset = () => setDay(firstDay);
  const button = { variant: "secondary" } as const;
  if (dueOn === null)
    return (
      <div className="mt-3">
        <ConfirmButton
          label={t("ask.button")}
          button={button}
          title={t("ask.title")}
          confirmLabel={t("ask.button")}
          tone="primary"
          onClose={reset}
          act={async () => {
            await calls.certificates.ask.mutate({ leaveId, ...(day !== usualDay && { dueOn: day }) });
            return { message: t("ask.done") };
          }}
        >
          <p className="mb-4">{t("ask.text")}</p>
          <DateField label={t("ask.until")} value={day} onChange={setDay} min={today} />
        </ConfirmButton>
      </div>
    );
  const verb = isReceived ? "reopen" : "receive";
  return (
    <div className="mt-3 flex flex-wrap gap-3">
      <ConfirmButton
        key={verb}
        label={t(`${verb}.button`)}
        button={button}
        title={t(`${verb}.title`)}
        confirmLabel={t(`${verb}.button`)}
        tone="primary"
        act={async () => {
          await calls.certificates.receive.mutate({ leaveId, isReceived: !isReceived });
          return { message: t(`${verb}.done`) };
        }}
      >
        <p>{t(`${verb}.text`)}</p>
      </ConfirmButton>
      {isReceived ? null : (
        <ConfirmButton
          label={t("move.button")}
          button={button}
          title={t("move.title")}
          confirmLabel={t("move.confirm")}
          tone="primary"
          onClose={reset}
          act={async () => {
            await calls.certificates.move.mutate({ leaveId, dueOn: day });
            return { message: t("move.done") };
          }}
        >
          <p className="mb-4">{t("move.text")}</p>
          <DateField label={t("ask.until")} value={day} onChange={setDay} min={today} />
        </ConfirmButton>
      )}
      {isReceived ? null : (
        <ConfirmButton
          label={t("withdraw.button")}
          button={button}
          title={t("withdraw.title")}
          confirmLabel={t("withdraw.button")}
          act={async () => {
            await calls.certificates.withdraw.mutate({ leaveId });
            return { message: t("withdraw.done") };
          }}
        >
          <p>{t("withdraw.text")}</p>
        </ConfirmButton>
      )}
    </div>
  );
}
