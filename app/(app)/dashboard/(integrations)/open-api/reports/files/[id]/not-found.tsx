import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { Button } from "@/app/_kit/ui/button";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { PageHeader } from "@/app/_kit/ui/page-header";
import { caller } from "@/app/_trpc/server";
import { switchAccount } from "@/app/(app)/dashboard/(integrations)/open-api/reports/files/[id]/switch-account";
import { paths } from "@/app/paths";
import { day, hour } from "@/server/kernel/time/clock";
import { keptMs, mailedKeptMs } from "@/server/modules/integrations/reports/downloads";
import { requireActor } from "@/server/signin/session";

export default async function ReportFileNotFound() {
  const { user } = await requireActor();
  const [t, common, shell, terms, asked] = await Promise.all([
    getTranslations("reports"),
    getTranslations("common"),
    getTranslations("shell.pages"),
    load(caller().scheduledReports.terms()),
    headers(),
  ]);
  const seesReports = terms.data?.standing === "open";
  const breadcrumb = [
    { label: shell("openApi"), href: paths.openApi },
    ...(seesReports ? [{ label: t("title"), href: paths.reports }] : []),
  ];
  return (
    <>
      <title>{`${t("file.title")} – Timeaway`}</title>
      <PageHeader
        title={t("file.title")}
        breadcrumb={breadcrumb}
        description={
          <>
            <p>{t("file.text", { hours: keptMs / hour, days: mailedKeptMs / day })}</p>
            <p>{t(seesReports ? "file.again" : "file.ask")}</p>
          </>
        }
      />
      <p className="mb-4 max-w-[70ch] wrap-anywhere">{t("file.account", { email: user.email })}</p>
      <div className="flex flex-wrap items-center gap-3">
        <LinkButton href={seesReports ? paths.reports : paths.home}>
          {seesReports ? t("missing.back") : common("missing.home")}
        </LinkButton>
        <form action={switchAccount.bind(null, asked.get("x-request-path") ?? "")}>
          <Button type="submit" variant="ghost">
            {t("file.switch")}
          </Button>
        </form>
      </div>
    </>
  );
}
