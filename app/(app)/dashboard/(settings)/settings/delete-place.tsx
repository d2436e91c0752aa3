"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { Card } from "@/app/_kit/ui/card";
import { useTRPCClient } from "@/app/_trpc/client";
import { paths } from "@/app/paths";
import type { Use } from "@/server/modules/people/places/find-uses";

type Props = {
  kind: "locations" | "departments";
  id: string;
  name: string;
  isDefault: boolean;
  uses: readonly Use[];
};

/** "Delete", or why it is not possible. */
export function DeletePlace({ kind, id, name, isDefault, uses }: Props) {
  const t = useTranslations("places");
  const calls = useTRPCClient().directory[kind];
  const reasons = isDefault ? (["isDefault"] as const) : uses;
  return (
    <Card
      title={t(`${kind}.delete.title`)}
      titleId="delete-heading"
      className="max-w-3xl border-danger-line"
      description={reasons.length === 0 ? t(`${kind}.delete.text`) : undefined}
    >
      {reasons.length === 0 ? (
        <ConfirmButton
          title={t(`${kind}.delete.question`, { name })}
          confirmLabel={t(`${kind}.delete.confirm`)}
          cancelLabel={t("keep")}
          act={async () => {
            await calls.delete.mutate({ id });
            return { message: t("deleted", { name }), goTo: paths[kind], replace: true };
          }}
        >
          <p>{t(`${kind}.delete.text`)}</p>
        </ConfirmButton>
      ) : (
        <>
          <p>{t(`${kind}.delete.blocked`)}</p>
          <ul className="mt-1 list-disc ps-5">
            {reasons.map((reason) => (
              <li key={reason}>{t(`${kind}.delete.reasons.${reason as "isDefault"}`)}</li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
