import type { Metadata } from "next";
import { caller } from "@/app/_trpc/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { Note } from "@/app/_ui/note";
import { PageHeader } from "@/app/_ui/page-header";
import { TextLink } from "@/app/_ui/text-link";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { NotAllowed } from "@/app/(web)/dashboard/not-allowed";
import { LegacyKeysTable } from "@/app/(web)/dashboard/open-api/legacy/legacy-keys-table";
import { paths } from "@/app/(web)/dashboard/paths";

export const metadata: Metadata = { title: "Legacy API keys – Open API" };

export default async function LegacyKeysPage() {
  const [keys, terms] = await Promise.all([load(caller().legacyKeys.list()), load(caller().apiKeys.terms())]);
  return (
    <>
      <PageHeader title="Legacy API keys" breadcrumb={[{ label: "Open API", href: paths.openApi }]} />
      {keys.error?.code === "FORBIDDEN" ? (
        <NotAllowed what="see and delete legacy keys" administrators={terms.data?.administrators ?? []} />
      ) : keys.error ? (
        <LoadError error={keys.error} />
      ) : (
        <div className="flex flex-col gap-5">
          <Note title="REST API v1 is sealed.">
            Its keys only read, and each of them reads the whole company. No new ones can be made; use{" "}
            <TextLink href={paths.keys}>API keys</TextLink> instead, and delete these when nothing needs them
            any more.
          </Note>
          {keys.data.length > 0 ? (
            <LegacyKeysTable keys={keys.data} />
          ) : (
            <EmptyState title="No legacy keys">
              Nothing in this workspace can call v1, and nothing will be able to again.
            </EmptyState>
          )}
        </div>
      )}
    </>
  );
}
