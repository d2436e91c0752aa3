import type { Metadata } from "next";
import { caller } from "@/app/_trpc/server";
import { Card } from "@/app/_ui/card";
import { CopyField } from "@/app/_ui/copy-field";
import { EmptyState } from "@/app/_ui/empty-state";
import { PageHeader } from "@/app/_ui/page-header";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { Attention } from "@/app/(web)/dashboard/open-api/(overview)/attention";
import { GetStarted } from "@/app/(web)/dashboard/open-api/(overview)/get-started";
import { KeysTile, QuotaTile } from "@/app/(web)/dashboard/open-api/(overview)/tiles";
import { AddOnOff } from "@/app/(web)/dashboard/open-api/add-on-off";
import { endpointFacts } from "@/app/(web)/dashboard/open-api/endpoint-facts";
import { firstPathOf } from "@/app/(web)/dashboard/open-api/keys/curl-example";
import { roleScopes } from "@/server/access/scopes";
import type { KeyTerms } from "@/server/modules/api-keys/get-terms";
import type { ApiKeyView } from "@/server/modules/api-keys/present";

export const metadata: Metadata = { title: "Open API add-on" };

export default async function OverviewPage() {
  const [terms, keys] = await Promise.all([
    load(caller().apiKeys.terms()),
    load(caller().apiKeys.list({ owner: "mine" })),
  ]);
  return (
    <>
      <PageHeader
        title="Open API add-on"
        description="Read and change leave from your own programs, with keys that act as you."
      />
      {terms.error ? (
        <LoadError error={terms.error} />
      ) : terms.data.addOn !== "active" ? (
        <EmptyState title="The Open API add-on is not active">
          <AddOnOff
            addOn={terms.data.addOn}
            administrators={terms.data.administrators}
            isAdmin={terms.data.role === "ADMIN"}
          />
        </EmptyState>
      ) : keys.error ? (
        <LoadError error={keys.error} />
      ) : (
        <Overview terms={terms.data} keys={keys.data} />
      )}
    </>
  );
}

function Overview({ terms, keys }: { terms: KeyTerms; keys: ApiKeyView[] }) {
  const started = keys.some(({ lastUsedAt }) => lastUsedAt !== null);
  const newest = keys.find(({ state }) => state === "active");
  const path = firstPathOf(endpointFacts, newest?.scopes ?? [...roleScopes[terms.role]]);
  return (
    <div className="flex flex-col gap-5">
      {keys.length > 0 ? (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <KeysTile keys={keys} />
            <QuotaTile keys={keys} />
          </div>
          <Attention keys={keys} />
        </>
      ) : null}
      {started ? null : <GetStarted keys={keys} baseUrl={terms.baseUrl} path={path} />}
      {keys.length > 0 ? (
        <Card>
          <div className="max-w-2xl pt-1">
            <CopyField
              label="Base URL"
              value={terms.baseUrl}
              copyLabel="Copy base URL"
              help="Paths of the present version start with /v2."
            />
          </div>
        </Card>
      ) : null}
    </div>
  );
}
