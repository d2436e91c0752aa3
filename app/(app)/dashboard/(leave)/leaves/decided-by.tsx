import { useTranslations } from "next-intl";
import type { OwnLeave } from "@/app/(app)/dashboard/(leave)/leaves/own-leave";

type Props = Pick<OwnLeave, "approverName" | "standsInForName" | "autoApproved">;

/** The approver of a decided leave; for a stand-in, also the represented approver. */
export function DecidedBy({ approverName: name, standsInForName: approver, autoApproved }: Props) {
  const t = useTranslations("leaves");
  if (name && approver) return t("standingIn", { name, approver });
  return name ?? t(autoApproved ? "automatic" : "nobody");
}
