import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { Card } from "@/app/_kit/ui/card";
import { CopyField } from "@/app/_kit/ui/copy-field";
import { Note } from "@/app/_kit/ui/note";
import { Tabs } from "@/app/_kit/ui/tabs";
import { TextLink } from "@/app/_kit/ui/text-link";
import { caller } from "@/app/_trpc/server";
import { hasAddOn } from "@/app/(app)/dashboard/_shell/visitor";
import { connectApp as connectAppPage } from "@/app/(app)/dashboard/(settings)/pages";
import {
  type Assistant,
  assistants,
  isAssistant,
  isNearby,
  Steps,
} from "@/app/(app)/dashboard/(settings)/settings/apps/connect/steps";
import { paths } from "@/app/paths";
import type { SignedIn } from "@/server/access/signed-in";
import { services } from "@/server/kernel/process";
import type { AppRules } from "@/server/oauth/consent/app-rules";
import { requireActor } from "@/server/signin/session";

type Props = { searchParams: Promise<{ with?: string | string[] }> };

export const generateMetadata = metadataOf(connectAppPage);
export default routeOf(connectAppPage, ConnectPage);

async function ConnectPage({ searchParams }: Props) {
  const [t, visitor, query, rules] = await Promise.all([
    getTranslations("apps.connect"),
    requireActor(),
    searchParams,
    load(caller().connectedApps.rules()),
  ]);
  const assistant = isAssistant(query.with) ? query.with : assistants[0];
  return (
    <>
      <RecordHeader of={connectAppPage} />
      <div className="flex max-w-3xl flex-col gap-6">
        {rules.error ? <LoadError error={rules.error} /> : <Rules rules={rules.data} visitor={visitor} />}
        <HowTo assistant={assistant} url={services().settings.mcpUrl} />
        <Ask mayChange={rules.data?.aiAppsMayChangeLeave ?? false} />
        {hasAddOn(visitor) ? (
          <Card title={t("automations.title")} titleId="automations">
            <p className="text-pretty">{t("automations.text")}</p>
          </Card>
        ) : null}
      </div>
    </>
  );
}

/** What the workspace allows, and which administrators to ask for more. */
function Rules({ rules, visitor: { actor } }: { rules: AppRules; visitor: SignedIn }) {
  const t = useTranslations("apps.connect");
  if (rules.appsPolicy === "ANY") return null;
  return (
    <Note title={t("listed.title")}>
      <p>{t("listed.text")}</p>
      {actor.role === "ADMIN" ? (
        <p className="mt-1">
          <TextLink href={paths.workspaceApps}>{t("listed.manage")}</TextLink>
        </p>
      ) : null}
    </Note>
  );
}

function HowTo({ assistant, url }: { assistant: Assistant; url: string }) {
  const t = useTranslations("apps.connect");
  const isCloud = assistant === "claude" || assistant === "chatgpt";
  return (
    <>
      <CopyField label={t("address")} value={url} copyLabel={t("copy")} help={t("addressHelp")} />
      <section aria-label={t("how")}>
        <Tabs
          label={t("how")}
          tabs={assistants.map((one) => ({
            label: t(`assistants.${one}`),
            href: `${paths.connectApp}?with=${one}`,
            current: one === assistant,
          }))}
        />
        <div className="flex flex-col gap-4">
          {isCloud && isNearby(url) ? <Note tone="warning">{t("nearby")}</Note> : null}
          <Steps assistant={assistant} url={url} />
        </div>
      </section>
    </>
  );
}

function Ask({ mayChange }: { mayChange: boolean }) {
  const t = useTranslations("apps.connect.ask");
  const questions = [t("away"), t("balance"), mayChange ? t("request") : t("plan")];
  return (
    <Card title={t("title")} titleId="ask">
      <ul className="flex flex-col gap-1.5">
        {questions.map((question) => (
          <li key={question} className="rounded-md bg-sunken px-3 py-2">
            {t("quoted", { question })}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-muted text-pretty">{t(mayChange ? "mayChange" : "mayNotChange")}</p>
    </Card>
  );
}
