import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { CreateLink } from "@/app/_kit/list/create-link";
import { addressOf, isEmptyList, type PageSearch } from "@/app/_kit/list/list-query";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { NotAllowed } from "@/app/_kit/page/not-allowed";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { CodeBlock } from "@/app/_kit/ui/code-block";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { Note } from "@/app/_kit/ui/note";
import { Tabs } from "@/app/_kit/ui/tabs";
import { caller } from "@/app/_trpc/server";
import { AddOnOff } from "@/app/(app)/dashboard/(integrations)/open-api/add-on-off";
import { curlExample } from "@/app/(app)/dashboard/(integrations)/open-api/keys/curl-example";
import { readKeysQuery } from "@/app/(app)/dashboard/(integrations)/open-api/list-queries";
import { ReferenceLink } from "@/app/(app)/dashboard/(integrations)/open-api/reference-link";
import { keys as keysPage } from "@/app/(app)/dashboard/(integrations)/pages";
import { paths } from "@/app/paths";
import { requireActor } from "@/server/signin/session";
import { type FirstKeys, KeysTable } from "./keys-table";

/** The empty state: what a key is for, and what a call looks like. */
function NoKeys({ baseUrl, workspace }: { baseUrl: string; workspace: boolean }) {
  const t = useTranslations("keys");
  return (
    <EmptyState
      title={t("none.title")}
      actions={
        <>
          <CreateLink href={paths.newKey}>{t("create")}</CreateLink>
          <ReferenceLink page="introduction" />
        </>
      }
      example={
        <CodeBlock label={t("none.example")} code={curlExample(baseUrl, "/v2/departments", "svc_live_…")} />
      }
    >
      {workspace ? `${t("none.ofWorkspace")} ` : null}
      {t("none.text")}
    </EmptyState>
  );
}

type Props = { searchParams: Promise<PageSearch> };

export const generateMetadata = metadataOf(keysPage);
export default routeOf(keysPage, KeysPage);

async function KeysPage({ searchParams }: Props) {
  const [search, { actor }, t] = await Promise.all([searchParams, requireActor(), getTranslations("keys")]);
  const asked = readKeysQuery(addressOf(search));
  const workspace = asked.owner === "workspace";
  const [terms, keys] = await Promise.all([
    load(caller().apiKeys.terms()),
    load(caller().apiKeys.page(asked)),
  ]);
  const active = terms.data?.addOn === "active";
  const never = isEmptyList(keys.data);
  // An empty page shows its main action once, in the middle.
  const createLink = <CreateLink href={paths.newKey}>{t("create")}</CreateLink>;
  return (
    <>
      <RecordHeader of={keysPage} actions={active && !never && !keys.error ? createLink : undefined} />
      {actor.role === "ADMIN" ? <OwnerTabs workspace={workspace} /> : null}
      {terms.error ? <LoadError error={terms.error} /> : null}
      {keys.error?.code === "FORBIDDEN" ? (
        <NotAllowed what={t("list.seeWorkspace")} administrators={terms.data?.administrators ?? []} />
      ) : keys.error ? (
        <LoadError error={keys.error} />
      ) : null}
      {terms.data && keys.data ? <Content terms={terms.data} first={{ asked, found: keys.data }} /> : null}
    </>
  );
}

function OwnerTabs({ workspace }: { workspace: boolean }) {
  const t = useTranslations("keys");
  const tabs = [
    { label: t("tabs.mine"), href: paths.keys, current: !workspace },
    { label: t("tabs.workspace"), href: `${paths.keys}?owner=workspace`, current: workspace },
  ];
  return <Tabs label={t("tabs.owner")} tabs={tabs} />;
}

type Terms = Awaited<ReturnType<ReturnType<typeof caller>["apiKeys"]["terms"]>>;
type ContentProps = { terms: Terms; first: FirstKeys };

function Content({ terms, first }: ContentProps) {
  const t = useTranslations("keys");
  const { addOn, administrators, role, baseUrl } = terms;
  const why =
    addOn === "active" ? null : (
      <AddOnOff addOn={addOn} administrators={administrators} isAdmin={role === "ADMIN"} />
    );
  if (isEmptyList(first.found))
    return why ? (
      <EmptyState title={t("list.noneHere")}>{why}</EmptyState>
    ) : (
      <NoKeys baseUrl={baseUrl} workspace={first.asked.owner === "workspace"} />
    );
  return (
    <div className="flex flex-col gap-5">
      {why ? (
        <Note tone="warning" title={t("list.notWorking")}>
          {why}
        </Note>
      ) : null}
      <KeysTable first={first} />
    </div>
  );
}
