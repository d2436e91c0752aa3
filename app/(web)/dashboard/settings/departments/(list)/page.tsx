import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { caller } from "@/app/_trpc/server";
import { PageHeader } from "@/app/_ui/page-header";
import { CreateLink } from "@/app/(web)/dashboard/create-link";
import { load } from "@/app/(web)/dashboard/load";
import { paths } from "@/app/(web)/dashboard/paths";
import { DepartmentsTable } from "@/app/(web)/dashboard/settings/departments/(list)/departments-table";
import { Refused } from "@/app/(web)/dashboard/settings/refused";
import { requireActor } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("places");
  return { title: `${t("departments.title")} – ${t("settings")}` };
}

export default async function DepartmentsPage() {
  await requireActor();
  const [t, found] = await Promise.all([
    getTranslations("places"),
    load(caller().directory.departments.overview()),
  ]);
  return (
    <>
      <PageHeader
        title={t("departments.title")}
        breadcrumb={[{ label: t("settings"), href: paths.settings }]}
        description={t("departments.lead")}
        actions={
          found.data ? (
            <CreateLink href={paths.newDepartment}>{t("departments.create")}</CreateLink>
          ) : undefined
        }
      />
      {found.error ? (
        <Refused error={found.error} what={t("departments.refused")} />
      ) : (
        <DepartmentsTable departments={found.data} />
      )}
    </>
  );
}
