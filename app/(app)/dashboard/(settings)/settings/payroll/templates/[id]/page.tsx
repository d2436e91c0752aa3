import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { Note } from "@/app/_kit/ui/note";
import { caller } from "@/app/_trpc/server";
import { payrollTemplate as payrollTemplatePage } from "@/app/(app)/dashboard/(settings)/pages";
import { EditTemplate } from "@/app/(app)/dashboard/(settings)/settings/payroll/templates/[id]/edit-template";
import { requireActor } from "@/server/signin/session";

type Props = { params: Promise<{ id: string }> };

const templateOf = cache((id: string) => load(caller().payroll.templates.get({ id })));
/** An id in another format names nothing either. */
const isMissing = (code: string | undefined) => code === "RESOURCE_NOT_FOUND" || code === "VALIDATION_ERROR";

export const generateMetadata = metadataOf(payrollTemplatePage, async ({ params }: Props) => {
  await requireActor();
  return (await templateOf((await params).id)).data?.name;
});
export default routeOf(payrollTemplatePage, PayrollTemplatePage);

async function PayrollTemplatePage({ params }: Props) {
  const [{ actor }, t, { id }] = await Promise.all([
    requireActor(),
    getTranslations("payroll.template"),
    params,
  ]);
  const [{ data: template, error }, terms] = await Promise.all([
    templateOf(id),
    load(caller().payroll.terms()),
  ]);
  if (isMissing(error?.code)) notFound();
  const failed = error ?? terms.error;
  const isAdmin = actor.role === "ADMIN";
  return (
    <>
      <RecordHeader of={payrollTemplatePage} title={template?.name ?? t("one")} />
      {failed ? <LoadError error={failed} /> : null}
      {template && terms.data ? (
        <div className="flex flex-col gap-5">
          {isAdmin ? null : <Note title={t("readOnly")} className="max-w-5xl" />}
          <EditTemplate
            key={template.updatedAt}
            template={template}
            locations={terms.data.locations.map((location) => ({ id: location.id, name: location.name }))}
            choices={{ places: terms.data.places, leaveTypes: terms.data.leaveTypes }}
            isAdmin={isAdmin}
          />
        </div>
      ) : null}
    </>
  );
}
