import { getTranslations } from "next-intl/server";
import { CreateLink } from "@/app/_kit/list/create-link";
import { addressOf, type PageSearch } from "@/app/_kit/list/list-query";
import { load } from "@/app/_kit/page/load";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { caller } from "@/app/_trpc/server";
import { SetupProgress } from "@/app/(app)/dashboard/(leave)/set-up/setup-progress";
import { hrefOf, nextStepOf } from "@/app/(app)/dashboard/(leave)/set-up/steps";
import { departments as departmentsPage } from "@/app/(app)/dashboard/(settings)/pages";
import { DepartmentsTable } from "@/app/(app)/dashboard/(settings)/settings/departments/(list)/departments-table";
import { readDepartmentsQuery } from "@/app/(app)/dashboard/(settings)/settings/list-queries";
import { Refused } from "@/app/(app)/dashboard/(settings)/settings/refused";
import { paths } from "@/app/paths";
import type { Setup } from "@/server/modules/workspace/settings/find-setup";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(departmentsPage);
export default routeOf(departmentsPage, DepartmentsPage);

async function DepartmentsPage({ searchParams }: { searchParams: Promise<PageSearch> }) {
  const { workspace } = await requireActor();
  const asked = readDepartmentsQuery(addressOf(await searchParams));
  const [t, found, setup] = await Promise.all([
    getTranslations("places"),
    load(caller().directory.departments.page(asked)),
    load(caller().workspace.setup()),
  ]);
  return (
    <>
      <RecordHeader
        of={departmentsPage}
        actions={
          found.data ? (
            <CreateLink href={paths.newDepartment}>{t("departments.create")}</CreateLink>
          ) : undefined
        }
      />
      {setup.data ? <SetupProgress setup={setup.data} name="approvers" /> : null}
      {found.error ? (
        <Refused error={found.error} what={t("departments.refused")} />
      ) : (
        <DepartmentsTable first={{ asked, found: found.data }} hasLevel2={workspace.plan === "COMPLETE"} />
      )}
      {setup.data ? <AfterApprovers setup={setup.data} /> : null}
    </>
  );
}

/** Leads on once every department with people has someone who decides. */
async function AfterApprovers({ setup }: { setup: Setup }) {
  const t = await getTranslations("setup.guide");
  const next = nextStepOf(setup);
  if (next && next.name !== "request") return null;
  return (
    <div className="mt-5">
      <LinkButton href={next ? hrefOf(next) : paths.home} variant="primary">
        {next ? t("next", { step: t(`steps.${next.name}.title`) }) : t("finish")}
      </LinkButton>
    </div>
  );
}
