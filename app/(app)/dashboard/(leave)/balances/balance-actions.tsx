import { useTranslations } from "next-intl";
import { LinkButton } from "@/app/_kit/ui/link-button";
import type { Corrected } from "@/app/(app)/dashboard/(leave)/balances/address";
import { AdjustBalance } from "@/app/(app)/dashboard/(leave)/balances/adjust-balance";
import type { Balance } from "@/app/(app)/dashboard/(leave)/balances/balances-table";
import { CreditDialog } from "@/app/(app)/dashboard/(leave)/balances/credit-dialog";
import { paths } from "@/app/paths";

interface Props {
  known: readonly Balance[];
  limited: readonly Balance[];
  leads: boolean;
  /** Whether they see the balances of others in insights. */
  leadsOthers: boolean;
  isOwn: boolean;
  isAdmin: boolean;
  userId: string;
  chosen: string | null;
  corrects: Corrected | undefined;
}

/** What can be done with the balances: ask for a credit, grant one, adjust; and the way to those of all. */
export function BalanceActions({
  known,
  limited,
  leads,
  leadsOthers,
  isOwn,
  isAdmin,
  userId,
  chosen,
  corrects,
}: Props) {
  const t = useTranslations();
  const asked = limited.filter(({ creditsRequestable }) => creditsRequestable || isAdmin);
  const types = isOwn ? asked : leads ? limited : [];
  return (
    <>
      {leadsOthers ? (
        <>
          <LinkButton href={paths.lapses}>{t("balances.lapses")}</LinkButton>
          <LinkButton href={paths.insights}>{t("shell.pages.insights")}</LinkButton>
        </>
      ) : null}
      {types.length > 0 ? <CreditDialog userId={isOwn ? null : userId} {...{ types, chosen }} /> : null}
      {/* Closed days of unlimited types are corrected, too. */}
      {leads && known.length > 0 ? <AdjustBalance {...{ userId, chosen, corrects }} types={known} /> : null}
    </>
  );
}
