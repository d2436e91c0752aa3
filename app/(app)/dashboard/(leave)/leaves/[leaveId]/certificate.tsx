import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { Card } from "@/app/_kit/ui/card";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { TextLink } from "@/app/_kit/ui/text-link";
import { caller } from "@/app/_trpc/server";
import { CertificateActions } from "@/app/(app)/dashboard/(leave)/leaves/[leaveId]/certificate-actions";
import { LeaveDates, type LeaveDetails } from "@/app/(app)/dashboard/(leave)/leaves/leave-parts";
import { paths } from "@/app/paths";
import { findCertificateDue } from "@/server/modules/leave/rules/find-certificate-due";

type Props = { leave: Pick<LeaveDetails, "id" | "rules" | "breaks"> };

/**
 * The certificate that is asked for, for the few who see the leave's files. Others who see the leave's rules read when one is due by
 * them, and not what became of it.
 */
export async function Certificate({ leave: { id, rules, breaks } }: Props) {
  const [t, found] = await Promise.all([
    getTranslations("leaves.certificate"),
    load(caller().certificates.get({ leaveId: id })),
  ]);
  const day = (date: string) => <LeaveDates startDate={date} endDate={date} />;
  if (found.error) {
    const dueOn = findCertificateDue([...rules, ...breaks]);
    if (dueOn === null) return null;
    return (
      <Card title={t("title")} titleId="leave-certificate">
        <p>{t.rich("byRule", { date: () => day(dueOn) })}</p>
      </Card>
    );
  }
  const { certificate, mayAsk, isOwn, usualDay, today } = found.data;
  const onApproval = findCertificateDue(breaks);
  if (!certificate && !mayAsk) return null;
  return (
    <Card
      title={t("title")}
      titleId="leave-certificate"
      actions={mayAsk ? <TextLink href={paths.certificates}>{t("all")}</TextLink> : undefined}
    >
      {certificate ? (
        <>
          <p>
            {certificate.receivedAt === null
              ? t.rich(certificate.isOverdue ? "overdue" : "due", {
                  date: () => day(certificate.dueOn),
                })
              : t.rich(certificate.fileId ? "receivedFile" : "received", {
                  name: certificate.receivedByName ?? t("someone"),
                  time: () => <RelativeTime at={new Date(certificate.receivedAt ?? "")} />,
                })}
          </p>
          <p className="text-muted">
            {t.rich(certificate.askedById === null ? "askedByRule" : "asked", {
              name: certificate.askedByName ?? t("someone"),
              time: () => <RelativeTime at={new Date(certificate.askedAt)} />,
            })}
          </p>
          {isOwn && certificate.receivedAt === null ? <p className="mt-2">{t("how")}</p> : null}
        </>
      ) : (
        <p className="text-muted">
          {t("none")}
          {onApproval === null ? null : <> {t.rich("onApproval", { date: () => day(onApproval) })}</>}
        </p>
      )}
      {mayAsk ? (
        <CertificateActions
          {...{ leaveId: id, usualDay, today }}
          key={certificate?.dueOn}
          dueOn={certificate?.dueOn ?? null}
          isReceived={certificate !== null && certificate.receivedAt !== null}
        />
      ) : null}
    </Card>
  );
}
