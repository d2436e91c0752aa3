import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RoomForPanel } from "@/app/_resource/room-for-panel";
import { caller } from "@/app/_trpc/server";
import { PageHeader } from "@/app/_ui/page-header";
import { Approvals } from "@/app/(web)/dashboard/approvals/approvals";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { encodeId } from "@/server/kernel/schema";
import { requireActor } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("approvals");
  return { title: t("title") };
}

export default async function ApprovalsPage() {
  const visitor = await requireActor();
  const [t, requests, choices] = await Promise.all([
    getTranslations("approvals"),
    load(caller().approvals.toDecide({})),
    load(caller().wallchart.choices()),
  ]);
  return (
    <RoomForPanel>
      <PageHeader title={t("title")} description={t("lead")} />
      {requests.error ? (
        <LoadError error={requests.error} />
      ) : (
        <Approvals
          first={requests.data}
          self={encodeId("user", visitor.user.id)}
          leaveTypes={choices.data?.leaveTypes ?? []}
        />
      )}
    </RoomForPanel>
  );
}
