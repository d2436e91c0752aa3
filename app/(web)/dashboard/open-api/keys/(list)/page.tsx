import type { Metadata } from "next";
import { caller } from "@/app/_trpc/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { LinkButton } from "@/app/_ui/link-button";
import { Note } from "@/app/_ui/note";
import { PageHeader } from "@/app/_ui/page-header";
import { Tabs } from "@/app/_ui/tabs";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { NotAllowed } from "@/app/(web)/dashboard/not-allowed";
import { AddOnOff } from "@/app/(web)/dashboard/open-api/add-on-off";
import { KeysTable } from "@/app/(web)/dashboard/open-api/keys/(list)/keys-table";
import { NoKeys } from "@/app/(web)/dashboard/open-api/keys/(list)/no-keys";
import { paths } from "@/app/(web)/dashboard/paths";
import { encodeId } from "@/server/kernel/schema";
import { requireActor } from "@/server/signin/session";

export const metadata: Metadata = { title: "API keys – Open API" };

type Props = { searchParams: Promise<{ owner?: string | string[] }> };

export default async function KeysPage({ searchParams }: Props) {
  const [query, { actor }] = await Promise.all([searchParams, requireActor()]);
  const workspace = query.owner === "workspace";
  const [terms, keys] = await Promise.all([
    load(caller().apiKeys.terms()),
    load(caller().apiKeys.list({ owner: workspace ? "workspace" : "mine" })),
  ]);
  const active = terms.data?.addOn === "active";
  const never = keys.data?.length === 0;
  // An empty page shows its main action once, in the middle.
  const createLink = (
    <LinkButton href={paths.newKey} variant="primary">
      Create API key
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title="API keys"
        breadcrumb={[{ label: "Open API", href: paths.openApi }]}
        description="A key acts as you. It can never see more than you can."
        actions={active && !never && !keys.error ? createLink : undefined}
      />
      {actor.role === "ADMIN" ? <OwnerTabs workspace={workspace} /> : null}
      {terms.error ? <LoadError error={terms.error} /> : null}
      {keys.error?.code === "FORBIDDEN" ? (
        <NotAllowed what="see the whole workspace’s keys" administrators={terms.data?.administrators ?? []} />
      ) : keys.error ? (
        <LoadError error={keys.error} />
      ) : null}
      {terms.data && keys.data ? (
        <Content
          terms={terms.data}
          keys={keys.data}
          workspace={workspace}
          userId={encodeId("user", actor.userId)}
        />
      ) : null}
    </>
  );
}

function OwnerTabs({ workspace }: { workspace: boolean }) {
  const tabs = [
    { label: "My keys", href: paths.keys, current: !workspace },
    { label: "Whole workspace", href: `${paths.keys}?owner=workspace`, current: workspace },
  ];
  return <Tabs label="Keys" tabs={tabs} />;
}

type Terms = Awaited<ReturnType<ReturnType<typeof caller>["apiKeys"]["terms"]>>;
type Keys = Awaited<ReturnType<ReturnType<typeof caller>["apiKeys"]["list"]>>;
type ContentProps = { terms: Terms; keys: Keys; workspace: boolean; userId: string };

function Content({ terms, keys, workspace, userId }: ContentProps) {
  const { addOn, administrators, role, baseUrl } = terms;
  const why =
    addOn === "active" ? null : (
      <AddOnOff addOn={addOn} administrators={administrators} isAdmin={role === "ADMIN"} />
    );
  if (keys.length === 0)
    return why ? (
      <EmptyState title="No API keys here">{why}</EmptyState>
    ) : (
      <NoKeys baseUrl={baseUrl} workspace={workspace} />
    );
  return (
    <div className="flex flex-col gap-5">
      {why ? (
        <Note tone="warning" title="These keys do not work at present.">
          {why}
        </Note>
      ) : null}
      <KeysTable keys={keys} workspace={workspace} userId={userId} />
    </div>
  );
}
