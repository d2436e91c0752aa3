import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { caller } from "@/app/_trpc/server";
import { Card } from "@/app/_ui/card";
import { EmptyState } from "@/app/_ui/empty-state";
import { PageHeader } from "@/app/_ui/page-header";
import { RequestList } from "@/app/(web)/dashboard/approvals/request-list";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { requireActor } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("approvals");
  return { title: t("title") };
}

export default async function ApprovalsPage() {
  await requireActor();
  const [t, requests] = await Promise.all([
    getTranslations("approvals"),
    load(caller().approvals.toDecide({})),
  ]);
  return (
    <>
      <PageHeader title={t("title")} description={t("lead")} />
      {requests.error ? (
        <LoadError error={requests.error} />
      ) : requests.data.items.length === 0 ? (
        <EmptyState title={t("none.title")}>{t("none.text")}</EmptyState>
      ) : (
        <Card>
          <RequestList requests={requests.data.items} />
          {requests.data.next ? <p className="mt-4 text-muted">{t("more")}</p> : null}
        </Card>
      )}
    </>
  );
}
