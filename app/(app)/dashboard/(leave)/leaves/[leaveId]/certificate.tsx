import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { Card } from "@/app/_kit/ui/card";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { caller } from "@/app/_trpc/server";
import { CertificateActions } from "@/app/(app)/dashboard/(leave)/leaves/[leaveId]/certificate-actions";
import { LeaveDates, type LeaveDetails } from "@/app/(app)/dashboard/(leave)/leaves/leave-parts";

/** The certificate that is asked for, for the few who see the leave's files; nothing for anyone else. */
export async function Certificate({ leave: { id } }: { leave: Pick<LeaveDetails, "id"> }) {
  const [t, found] = await Promise.all([
    getTranslations("leaves.certificate"),
    load(caller().certificates.get({ leaveId: id })),
  ]);
  if (found.error) return null;
  const { certificate, mayAsk, isOwn } = found.data;
  if (!certificate && !mayAsk) return null;
  return (
    <Card title={t("title")} titleId="leave-certificate">
      {certificate ? (
        <>
          <p>
            {certificate.receivedAt === null
              ? t.rich(certificate.isOverdue ? "overdue" : "due", {
                  date: () => <LeaveDates startDate={certificate.dueOn} endDate={certificate.dueOn} />,
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
        <p className="text-muted">{t("none")}</p>
      )}
      {mayAsk ? (
        <CertificateActions
          leaveId={id}
          isAsked={certificate !== null}
          isReceived={certificate !== null && certificate.receivedAt !== null}
        />
      ) : null}
    </Card>
  );
}
