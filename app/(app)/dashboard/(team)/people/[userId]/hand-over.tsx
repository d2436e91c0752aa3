"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { Field } from "@/app/_kit/ui/field";
import { useTRPCClient } from "@/app/_trpc/client";
import { ManagerPicker } from "@/app/(app)/dashboard/(team)/people/manager-picker";

type FieldProps = { count: number; name: string; value: string; onChange: (id: string) => void };

/** Who becomes the manager of this manager's people. */
export function HandOverField({ count, name, value, onChange }: FieldProps) {
  const t = useTranslations("people.manager");
  return (
    <Field label={t("handOverTo")} help={t("handOverHelp", { count, name })}>
      <ManagerPicker value={value} name="" none={t("toDepartments")} onChange={onChange} />
    </Field>
  );
}

type Props = { id: string; name: string; count: number };

/** "Hand over people", for a manager who leaves. */
export function HandOver({ id, name, count }: Props) {
  const t = useTranslations("people.manager");
  const { people } = useTRPCClient();
  const [to, setTo] = useState("");
  return (
    <ConfirmButton
      tone="primary"
      label={t("handOver")}
      button={{ variant: "secondary", size: "sm" }}
      title={t("handOverTitle", { count })}
      confirmLabel={t("handOver")}
      cancelLabel={t("keep")}
      onClose={() => setTo("")}
      act={async () => {
        const { changedCount } = await people.handOver.mutate({ id, approverId: to || null });
        return { message: t("handedOver", { count: changedCount }) };
      }}
    >
      <HandOverField count={count} name={name} value={to} onChange={setTo} />
    </ConfirmButton>
  );
}
