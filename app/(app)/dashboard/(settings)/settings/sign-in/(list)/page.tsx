import { getTranslations } from "next-intl/server";
import { CreateLink } from "@/app/_kit/list/create-link";
import { load } from "@/app/_kit/page/load";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { Card } from "@/app/_kit/ui/card";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { TextLink } from "@/app/_kit/ui/text-link";
import { caller } from "@/app/_trpc/server";
import { signIn as signInPage } from "@/app/(app)/dashboard/(settings)/pages";
import { Refused } from "@/app/(app)/dashboard/(settings)/settings/refused";
import { Domains } from "@/app/(app)/dashboard/(settings)/settings/sign-in/(list)/domains";
import { FactorPolicy } from "@/app/(app)/dashboard/(settings)/settings/sign-in/(list)/factor-policy";
import { Policy } from "@/app/(app)/dashboard/(settings)/settings/sign-in/(list)/policy";
import { Expiry, StateBadge } from "@/app/(app)/dashboard/(settings)/settings/sign-in/state-badge";
import { paths } from "@/app/paths";
import type { ConnectionView } from "@/server/modules/workspace/connections/present";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(signInPage);
export default routeOf(signInPage, SignInPage);

async function SignInPage() {
  await requireActor();
  const [t, connections, domains, policy, factors, without] = await Promise.all([
    getTranslations("connections"),
    load(caller().connections.list()),
    load(caller().emailDomains.list()),
    load(caller().signInPolicy.get()),
    load(caller().signInPolicy.getFactors()),
    load(caller().signInPolicy.listWithoutFactor({})),
  ]);
  const failed = connections.error ?? domains.error ?? policy.error ?? factors.error ?? without.error;
  return (
    <>
      <RecordHeader of={signInPage} />
      {failed ? <Refused what={t("manage")} error={failed} /> : null}
      {connections.data && domains.data && policy.data && factors.data && without.data ? (
        <div className="flex max-w-3xl flex-col gap-5">
          <Card title={t("domains.title")} titleId="domains" description={t("domains.text")}>
            <Domains domains={domains.data} />
          </Card>
          <Connections connections={connections.data} />
          <Policy policy={policy.data} />
          <FactorPolicy policy={factors.data} without={without.data} />
        </div>
      ) : null}
    </>
  );
}

async function Connections({ connections }: { connections: readonly ConnectionView[] }) {
  const t = await getTranslations("connections");
  const createLink = <CreateLink href={paths.newConnection}>{t("list.create")}</CreateLink>;
  if (connections.length === 0)
    return (
      <EmptyState title={t("list.none")} actions={createLink}>
        {t("list.noneText")}
      </EmptyState>
    );
  return (
    <Card title={t("list.title")} titleId="connections" description={t("list.text")} actions={createLink}>
      <ul className="flex flex-col divide-y divide-line">
        {connections.map((connection) => (
          <li
            key={connection.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5"
          >
            <div className="min-w-0">
              <TextLink quiet href={paths.connection(connection.id)} className="wrap-anywhere">
                {connection.name}
              </TextLink>
              <div className="text-muted">{`${t(`provider.${connection.provider}`)}, ${t(`protocol.${connection.protocol}`)}`}</div>
              <Expiry connection={connection} />
            </div>
            <StateBadge state={connection.state} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
