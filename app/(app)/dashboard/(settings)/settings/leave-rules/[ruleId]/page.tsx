import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { caller } from "@/app/_trpc/server";
import { leaveRule as rulePage } from "@/app/(app)/dashboard/(settings)/pages";
import { DeleteRule } from "@/app/(app)/dashboard/(settings)/settings/leave-rules/[ruleId]/delete-rule";
import { RuleForm } from "@/app/(app)/dashboard/(settings)/settings/leave-rules/rule-form";
import { OnlyAdministrators } from "@/app/(app)/dashboard/(settings)/settings/refused";
import { requireActor } from "@/server/signin/session";

type Props = {
  params: Promise<{ ruleId: string }>;
  /** `leave`: the list that is open. */
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

const ruleOf = cache((id: string) => load(caller().leaveRules.get({ id })));

export const generateMetadata = metadataOf(rulePage, async ({ params }: Props) => {
  await requireActor();
  return (await ruleOf((await params).ruleId)).data?.name;
});
export default routeOf(rulePage, RulePage);

async function RulePage({ params, searchParams }: Props) {
  await requireActor();
  const [t, { data: rule, error }, targets, { leave }] = await Promise.all([
    getTranslations("rules"),
    params.then(({ ruleId }) => ruleOf(ruleId)),
    load(caller().leaveRules.targets()),
    searchParams,
  ]);
  if (error?.code === "RESOURCE_NOT_FOUND" || error?.code === "VALIDATION_ERROR") notFound();
  const failed = error ?? targets.error;
  return (
    <>
      <RecordHeader of={rulePage} title={rule?.name ?? t("title")} />
      {failed ? <LoadError error={failed} /> : null}
      {rule && targets.data !== undefined ? (
        targets.data && rule.mayWrite ? (
          <div className="flex flex-col gap-5">
            <RuleForm
              key={rule.version}
              kind={rule.kind}
              targets={targets.data}
              rule={rule}
              opened={leave === "past" || leave === "coming" ? leave : undefined}
            />
            <DeleteRule id={rule.id} name={rule.name} />
          </div>
        ) : (
          <OnlyAdministrators what={t("refused")}>{null}</OnlyAdministrators>
        )
      ) : null}
    </>
  );
}
