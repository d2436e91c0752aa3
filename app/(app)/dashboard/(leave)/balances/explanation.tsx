import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { Card } from "@/app/_kit/ui/card";
import { caller } from "@/app/_trpc/server";
import type { Balance } from "@/app/(app)/dashboard/(leave)/balances/balances-table";
import { LedgerTable } from "@/app/(app)/dashboard/(leave)/balances/ledger-table";

type Props = { balance: Balance; userId: string; asOf: string | null };

/** How one balance is calculated, step by step. */
export async function Explanation({ balance, userId, asOf }: Props) {
  const { leaveTypeId, leaveTypeName, unlimited } = balance;
  if (leaveTypeId === null) return null;
  const [t, lines] = await Promise.all([
    getTranslations("balances.ledger"),
    load(caller().balances.explain({ userId, leaveTypeId, asOf: asOf ?? undefined })),
  ]);
  return (
    <Card
      id="explanation"
      title={t("title", { type: leaveTypeName })}
      titleId="explanation-title"
      description={t(unlimited ? "textUnlimited" : "text")}
      className="scroll-mt-20"
    >
      {lines.error ? (
        <LoadError error={lines.error} />
      ) : lines.data.length === 0 ? (
        <p className="text-muted">{t("none")}</p>
      ) : (
        <LedgerTable lines={lines.data} type={leaveTypeName} />
      )}
    </Card>
  );
}
