import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { Card } from "@/app/_kit/ui/card";
import { TextLink } from "@/app/_kit/ui/text-link";
import { caller } from "@/app/_trpc/server";
import { LeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/leave-parts";
import { paths } from "@/app/paths";

type Of = "mine" | "due";

/** Starts before the page knows the current date. */
export const readCertificates = (of: Of) =>
  load(of === "mine" ? caller().certificates.mine() : caller().certificates.due());

type Props = { of: Of; certificates: ReturnType<typeof readCertificates> };

/** The certificates that one owes, or that people one manages owe, the earliest first. Renders nothing without any. */
export async function Certificates({ of, certificates }: Props) {
  const [t, found] = await Promise.all([getTranslations("today.certificates"), certificates]);
  if (found.error) return <LoadError error={found.error} />;
  if (found.data.length === 0) return null;
  return (
    <Card
      title={t(of)}
      titleId={`certificates-${of}`}
      actions={of === "due" ? <TextLink href={paths.certificates}>{t("all")}</TextLink> : undefined}
    >
      <ul className="divide-y divide-line">
        {found.data.map(({ leaveId, userName, dueOn, startDate, endDate, isOverdue }) => (
          <li
            key={leaveId}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5 first:pt-0 last:pb-0"
          >
            <TextLink quiet href={paths.leave(leaveId)} className="wrap-anywhere font-medium">
              {of === "due" ? `${userName}: ` : null}
              <LeaveDates startDate={startDate} endDate={endDate} />
            </TextLink>
            <span className={isOverdue ? "text-danger-text" : "text-muted"}>
              {t.rich(isOverdue ? "overdueSince" : "by", {
                date: () => <LeaveDates startDate={dueOn} endDate={dueOn} />,
              })}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
