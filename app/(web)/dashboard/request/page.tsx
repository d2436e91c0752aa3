import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { caller } from "@/app/_trpc/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { LinkButton } from "@/app/_ui/link-button";
import { PageHeader } from "@/app/_ui/page-header";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { paths } from "@/app/(web)/dashboard/paths";
import { RequestForm } from "@/app/(web)/dashboard/request/request-form";
import { isCalendarDate } from "@/server/kernel/schema";
import { requireActor } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("leaves");
  return { title: t("request") };
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const dateIn = (value: string | string[] | undefined): string =>
  typeof value === "string" && isCalendarDate(value) ? value : "";

/** `?from=&to=&type=` fill it in. */
export default async function RequestPage({ searchParams }: Props) {
  await requireActor();
  const [t, query, terms] = await Promise.all([
    getTranslations("leaves"),
    searchParams,
    load(caller().leaves.terms()),
  ]);
  const types = terms.data?.types ?? [];
  const type = types.find(({ id }) => id === query.type) ?? types[0];
  const from = dateIn(query.from);
  return (
    <>
      <PageHeader
        title={t("request")}
        breadcrumb={[{ label: t("title"), href: paths.leaves }]}
        description={t("form.lead")}
      />
      {terms.error ? <LoadError error={terms.error} /> : null}
      {terms.data && type ? (
        <RequestForm
          terms={terms.data}
          start={{ leaveTypeId: type.id, startDate: from, endDate: dateIn(query.to) || from }}
        />
      ) : null}
      {terms.data && !type ? (
        <EmptyState
          title={t("form.noTypes")}
          actions={<LinkButton href={paths.leaves}>{t("one.back")}</LinkButton>}
        >
          {t("form.noTypesText")}
        </EmptyState>
      ) : null}
    </>
  );
}
