"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { Card } from "@/app/_kit/ui/card";
import { useTRPCClient } from "@/app/_trpc/client";
import { paths } from "@/app/paths";

/** "Delete rule". */
export function DeleteRule({ id, name }: { id: string; name: string }) {
  const t = useTranslations("rules.delete");
  const calls = useTRPCClient();
  return (
    <Card
      title={t("title")}
      titleId="delete-heading"
      className="max-w-3xl border-danger-line"
      description={t("text")}
    >
      <ConfirmButton
        title={t("question", { name })}
        confirmLabel={t("confirm")}
        cancelLabel={t("keep")}
        act={async () => {
          await calls.leaveRules.delete.mutate({ id });
          return { message: t("done", { name }), goTo: paths.leaveRules, replace: true };
        }}
      >
        <p>{t("text")}</p>
      </ConfirmButton>
    </Card>
  );
}
