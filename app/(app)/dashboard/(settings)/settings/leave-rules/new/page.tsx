import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { TextLink } from "@/app/_kit/ui/text-link";
import { caller } from "@/app/_trpc/server";
import { newLeaveRule as newRulePage } from "@/app/(app)/dashboard/(settings)/pages";
import { RuleForm } from "@/app/(app)/dashboard/(settings)/settings/leave-rules/rule-form";
import { OnlyAdministrators } from "@/app/(app)/dashboard/(settings)/settings/refused";
import { paths } from "@/app/paths";
import { ruleKinds } from "@/drizzle/schema/values";
import { requireActor } from "@/server/signin/session";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export const generateMetadata = metadataOf(newRulePage);
export default routeOf(newRulePage, NewRulePage);

async function NewRulePage({ searchParams }: Props) {
  const [, t, query, targets] = await Promise.all([
    requireActor(),
    getTranslations("rules"),
    searchParams,
    load(caller().leaveRules.targets()),
  ]);
  const kind = ruleKinds.find((one) => one === query.kind);
  return (
    <>
      <RecordHeader of={newRulePage} title={kind ? t(`kinds.${kind}.name`) : undefined} />
      {targets.error ? (
        <LoadError error={targets.error} />
      ) : targets.data === null ? (
        <OnlyAdministrators what={t("refused")}>{null}</OnlyAdministrators>
      ) : kind ? (
        <RuleForm key={kind} kind={kind} targets={targets.data} />
      ) : (
        <Kinds />
      )}
    </>
  );
}

/** Making a rule begins with its kind. */
async function Kinds() {
  const t = await getTranslations("rules.kinds");
  return (
    <section aria-labelledby="rule-kinds" className="max-w-3xl">
      <h2 id="rule-kinds" className="mb-3 font-semibold">
        {t("title")}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2">
        {ruleKinds.map((kind) => (
          <li key={kind} className="rounded-lg border border-line bg-surface px-4 py-3">
            <TextLink href={paths.newLeaveRuleOf(kind)}>{t(`${kind}.name`)}</TextLink>
            <p className="text-muted">{t(`${kind}.text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
