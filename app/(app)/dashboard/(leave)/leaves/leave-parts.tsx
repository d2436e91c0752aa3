import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { Badge, type Tone } from "@/app/_kit/ui/badge";
import { TextLink } from "@/app/_kit/ui/text-link";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { paths } from "@/app/paths";
import type { LeaveStatus } from "@/drizzle/schema/values";
import type { AppRouter } from "@/server/api/trpc";

type Props = Pick<OwnLeave, "approverName" | "standsInForName" | "autoApproved">;

/** The approver of a decided leave; for a stand-in, also the represented approver. */
export function DecidedBy({ approverName: name, standsInForName: approver, autoApproved }: Props) {
  const t = useTranslations("leaves");
  if (name && approver) return t("standingIn", { name, approver });
  return name ?? t(autoApproved ? "automatic" : "nobody");
}

const tones: Record<LeaveStatus, Tone> = {
  OPEN: "accent",
  APPROVED: "success",
  DENIED: "danger",
  CANCELLED: "neutral",
  EXPIRED: "warning",
  DELETED: "neutral",
};

/**
 * @param isCancelling whether its person asked to cancel it, and waits for consent
 * @param isChanging whether they asked to change it
 */
export function LeaveStatusBadge({
  status,
  isCancelling = false,
  isChanging = false,
}: {
  status: LeaveStatus;
  isCancelling?: boolean;
  isChanging?: boolean;
}) {
  const t = useTranslations("leaves");
  if (isCancelling) return <Badge tone="accent">{t("cancelAsked")}</Badge>;
  if (isChanging) return <Badge tone="accent">{t("changeAsked")}</Badge>;
  return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>;
}

/** The question that waits for one's answer, leading to the page where it is answered. */
export function OpenQuestion({ id, openQuestion }: Pick<OwnLeave, "id" | "openQuestion">) {
  const t = useTranslations("leaves.questions");
  if (openQuestion === null) return null;
  return (
    <TextLink href={paths.leave(id)} className="wrap-anywhere">
      {t("toAnswer", { question: openQuestion })}
    </TextLink>
  );
}

/** A leave type by name, with its colour beside it. */
export function TypeName({ name, color }: { name: string; color: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <span
        aria-hidden
        className="size-2.5 shrink-0 rounded-full border border-line forced-colors:hidden"
        style={{ backgroundColor: `#${color}` }}
      />
      <span className="wrap-anywhere">{name}</span>
    </span>
  );
}

/** The dates of a leave. */
export function LeaveDates(props: Parameters<ReturnType<typeof useLeaveDates>>[0]) {
  return useLeaveDates()(props);
}

type Outputs = inferRouterOutputs<AppRouter>["leaves"];

export type OwnLeave = Outputs["page"]["items"][number];
/** One leave in full: the user's own, or that of an employee within reach. */
export type LeaveDetails = Outputs["get"];
