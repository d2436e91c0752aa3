"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { Card } from "@/app/_kit/ui/card";
import { ListTable } from "@/app/_kit/ui/list-table";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { useTRPCClient } from "@/app/_trpc/client";
import { AddFactor } from "@/app/(app)/dashboard/(settings)/settings/(profile)/add-factor";
import { AddPasskey } from "@/app/(app)/dashboard/(settings)/settings/(profile)/add-passkey";
import { FactorProof } from "@/app/(app)/dashboard/(settings)/settings/(profile)/factor-proof";
import { RenameFactor } from "@/app/(app)/dashboard/(settings)/settings/(profile)/rename-factor";
import { useShowRecoveryCodes } from "@/app/(app)/dashboard/(settings)/settings/(profile)/use-show-recovery-codes";
import type { AppRouter } from "@/server/api/trpc";

type Listed = inferRouterOutputs<AppRouter>["secondFactors"]["list"];

/** The user's authenticator apps, passkeys and recovery codes. Changes need a code or a sign-in of the last minutes. */
export function SecondFactors({ listed: { factors, recoveryCodesLeft, needed } }: { listed: Listed }) {
  const t = useTranslations("settings.secondFactor");
  const mayChange = needed === null;
  return (
    <Card
      title={t("title")}
      titleId="second-factor"
      description={t("text")}
      actions={
        mayChange ? (
          <>
            <AddPasskey />
            <AddFactor />
          </>
        ) : undefined
      }
    >
      <div className="flex flex-col gap-4">
        {factors.length > 0 ? (
          <Factors factors={factors} mayChange={mayChange} />
        ) : (
          <p className="text-muted">{t("none")}</p>
        )}
        {factors.length > 0 ? (
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="min-w-0 flex-1 basis-64">{t("left", { count: recoveryCodesLeft })}</p>
            {mayChange ? <RenewCodes /> : null}
          </div>
        ) : null}
        {needed ? <FactorProof needed={needed} kinds={factors.map(({ kind }) => kind)} /> : null}
      </div>
    </Card>
  );
}

function Factors({ factors, mayChange }: Pick<Listed, "factors"> & { mayChange: boolean }) {
  const t = useTranslations("settings.secondFactor");
  return (
    <ListTable
      caption={t("title")}
      columnsFrom={40}
      rows={factors}
      rowKey={({ id }) => id}
      columns={[
        { label: t("name"), header: true, cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
        { label: t("kind"), cell: ({ kind }) => t(`kinds.${kind}`) },
        { label: t("addedAt"), cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
        {
          label: t("lastUsed"),
          cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : t("never")),
        },
        {
          label: t("actions"),
          actions: true,
          cell: (factor) => (
            <span className="flex flex-wrap gap-2">
              <RenameFactor factor={factor} />
              {mayChange ? <RemoveFactor factor={factor} isLast={factors.length === 1} /> : null}
            </span>
          ),
        },
      ]}
    />
  );
}

function RemoveFactor({
  factor: { id, name },
  isLast,
}: {
  factor: Listed["factors"][number];
  isLast: boolean;
}) {
  const t = useTranslations("settings.secondFactor");
  const calls = useTRPCClient();
  return (
    <ConfirmButton
      title={t("removeTitle", { name })}
      label={t("remove")}
      button={{ "aria-label": t("removeOf", { name }) }}
      confirmLabel={t("remove")}
      cancelLabel={t("keep")}
      act={async () => {
        await calls.secondFactors.end.mutate({ id });
        return { message: t("removed") };
      }}
    >
      <p>{t(isLast ? "removeLast" : "removeText")}</p>
    </ConfirmButton>
  );
}

function RenewCodes() {
  const t = useTranslations("settings.secondFactor");
  const calls = useTRPCClient();
  const show = useShowRecoveryCodes();
  return (
    <ConfirmButton
      title={t("renewTitle")}
      confirmLabel={t("renew")}
      cancelLabel={t("keep")}
      tone="primary"
      button={{ variant: "secondary" }}
      act={async () => {
        const { recoveryCodes } = await calls.secondFactors.renewRecoveryCodes.mutate();
        show(recoveryCodes);
        return undefined;
      }}
    >
      <p>{t("renewText")}</p>
    </ConfirmButton>
  );
}
