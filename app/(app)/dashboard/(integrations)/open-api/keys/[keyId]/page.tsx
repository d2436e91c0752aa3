import { notFound } from "next/navigation";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { cache } from "react";
import { RoomForPanel } from "@/app/_kit/list/room-for-panel";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { Note } from "@/app/_kit/ui/note";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { Tabs } from "@/app/_kit/ui/tabs";
import { caller } from "@/app/_trpc/server";
import { KeyStatus } from "@/app/(app)/dashboard/(integrations)/open-api/keys/key-facts";
import { loadLogParams } from "@/app/(app)/dashboard/(integrations)/open-api/logs/log-filter";
import { LogView } from "@/app/(app)/dashboard/(integrations)/open-api/logs/log-view";
import { key as keyPage } from "@/app/(app)/dashboard/(integrations)/pages";
import { paths } from "@/app/paths";
import { encodeId } from "@/server/kernel/schema";
import type { ApiKeyView } from "@/server/modules/integrations/keys/present";
import { requireActor } from "@/server/signin/session";
import { KeyDetails } from "./key-details";
import { KeyScopes } from "./key-scopes";
import { KeySettings } from "./key-settings";

/** Who revoked a key and when, or when it expired. */
function RevokedNote({ view }: { view: ApiKeyView }) {
  const t = useTranslations("keys");
  if (view.state === "active") return null;
  const { revokedAt, expiresAt } = view;
  return (
    <Note tone={view.state === "revoked" ? "danger" : "warning"} label={t("detail.whyNot")} className="mb-5">
      {revokedAt
        ? t.rich("detail.revokedBy", {
            name: view.revokedByName ?? t("detail.operator"),
            at: () => <RelativeTime at={revokedAt} show="local" />,
          })
        : expiresAt
          ? t.rich("detail.expiredOn", { at: () => <RelativeTime at={expiresAt} show="local" /> })
          : null}
    </Note>
  );
}

type Props = {
  params: Promise<{ keyId: string }>;
  searchParams: Promise<SearchParams>;
};

const tabs = ["overview", "logs", "scopes", "settings"] as const;

const keyOf = cache((id: string) => load(caller().apiKeys.get({ id })));
/** An id in another format names no key either. */
const isMissing = (code: string | undefined) => code === "RESOURCE_NOT_FOUND" || code === "VALIDATION_ERROR";

export const generateMetadata = metadataOf(keyPage, async ({ params }: Props) => {
  await requireActor();
  return (await keyOf((await params).keyId)).data?.name;
});
export default routeOf(keyPage, KeyPage);

async function KeyPage({ params, searchParams }: Props) {
  const { actor } = await requireActor();
  const [{ keyId }, query, t] = await Promise.all([params, searchParams, getTranslations("keys")]);
  const { data: key, error } = await keyOf(keyId);
  if (isMissing(error?.code)) notFound();
  if (!key)
    return (
      <>
        <RecordHeader of={keyPage} />
        {error ? <LoadError error={error} /> : null}
      </>
    );
  const isOwn = key.ownerId === encodeId("user", actor.userId);
  const current = tabs.find((tab) => tab === query.tab) ?? "overview";
  return (
    <RoomForPanel>
      <RecordHeader
        of={keyPage}
        title={key.name}
        status={<KeyStatus view={key} />}
        description={<Identity view={key} isOwn={isOwn} />}
        actions={
          isOwn && key.state !== "revoked" ? (
            <LinkButton href={`${paths.newKey}?replaces=${key.id}`}>{t("detail.replace")}</LinkButton>
          ) : undefined
        }
      />
      <RevokedNote view={key} />
      <Tabs
        label={t("tabs.label")}
        tabs={tabs.map((tab) => ({
          label: t(`tabs.${tab}`),
          href: tab === "overview" ? paths.key(key.id) : `${paths.key(key.id)}?tab=${tab}`,
          current: tab === current,
        }))}
      />
      {current === "overview" ? <KeyDetails view={key} /> : null}
      {current === "logs" ? (
        <LogView
          params={await loadLogParams(searchParams)}
          path={`${paths.key(key.id)}?tab=logs`}
          keyId={key.id}
        />
      ) : null}
      {current === "scopes" ? (
        <KeyScopes id={key.id} scopes={key.scopes} role={isOwn ? actor.role : null} />
      ) : null}
      {current === "settings" ? <KeySettings view={key} /> : null}
    </RoomForPanel>
  );
}

function Identity({ view, isOwn }: { view: ApiKeyView; isOwn: boolean }) {
  const t = useTranslations("keys");
  return (
    <>
      {view.description ? <p className="text-fg">{view.description}</p> : null}
      <p className="flex flex-wrap gap-x-2">
        <code className="font-mono text-xs leading-5">{view.masked}</code>
        <span aria-hidden>·</span>
        {isOwn ? t("detail.actsAsYou") : t("detail.actsAs", { name: view.ownerName })}
      </p>
    </>
  );
}
