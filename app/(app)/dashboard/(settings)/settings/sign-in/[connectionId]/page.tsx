import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { Card } from "@/app/_kit/ui/card";
import { QueryProvider } from "@/app/_trpc/queries";
import { caller } from "@/app/_trpc/server";
import { connection as connectionPage } from "@/app/(app)/dashboard/(settings)/pages";
import { Refused } from "@/app/(app)/dashboard/(settings)/settings/refused";
import {
  ActivateButton,
  DeleteButton,
  PauseButton,
  TestLink,
} from "@/app/(app)/dashboard/(settings)/settings/sign-in/[connectionId]/buttons";
import { Provisioning } from "@/app/(app)/dashboard/(settings)/settings/sign-in/[connectionId]/provisioning";
import { TestResult } from "@/app/(app)/dashboard/(settings)/settings/sign-in/[connectionId]/test-result";
import { ConnectionForm } from "@/app/(app)/dashboard/(settings)/settings/sign-in/connection-form";
import { formFacts } from "@/app/(app)/dashboard/(settings)/settings/sign-in/form-facts";
import { SamlForm } from "@/app/(app)/dashboard/(settings)/settings/sign-in/saml-form";
import { Expiry, StateBadge } from "@/app/(app)/dashboard/(settings)/settings/sign-in/state-badge";
import { services } from "@/server/kernel/process";
import type { ConnectionDetailsView } from "@/server/modules/workspace/connections/present";
import { testPath } from "@/server/signin/connections/start-connection-sign-in";
import { requireActor } from "@/server/signin/session";

type Query = Record<string, string | string[] | undefined>;
type Props = { params: Promise<{ connectionId: string }>; searchParams: Promise<Query> };

const connectionOf = cache((id: string) => load(caller().connections.get({ id })));

export const generateMetadata = metadataOf(connectionPage, async ({ params }: Props) => {
  await requireActor();
  return (await connectionOf((await params).connectionId)).data?.name;
});
export default routeOf(connectionPage, ConnectionPage, QueryProvider);

async function ConnectionPage({ params, searchParams }: Props) {
  await requireActor();
  const [{ connectionId }, query, t] = await Promise.all([
    params,
    searchParams,
    getTranslations("connections"),
  ]);
  const [{ data: connection, error }, provisioning, groups, attributes, choices, facts] = await Promise.all([
    connectionOf(connectionId),
    load(caller().provisioning.get({ connectionId })),
    load(caller().provisioning.groups({ connectionId })),
    load(caller().provisioning.attributes({ connectionId })),
    load(caller().people.choices()),
    formFacts(),
  ]);
  if (error?.code === "RESOURCE_NOT_FOUND" || error?.code === "VALIDATION_ERROR") notFound();
  if (!connection)
    return (
      <>
        <RecordHeader of={connectionPage} />
        {error ? <Refused what={t("manage")} error={error} /> : null}
      </>
    );
  const Form = connection.protocol === "SAML" ? SamlForm : ConnectionForm;
  const failed = provisioning.error ?? groups.error ?? attributes.error ?? choices.error;
  return (
    <>
      <RecordHeader
        of={connectionPage}
        title={connection.name}
        description={t("detail.people", { count: connection.peopleCount })}
      />
      <div className="flex max-w-2xl flex-col gap-5">
        <Status connection={connection} />
        <TestResult test={connection.lastTest} query={query} />
        <Form
          key={JSON.stringify([
            ...[connection.state, connection.issuer, connection.clientId, connection.name],
            connection.signingCertificates,
          ])}
          {...facts}
          connection={connection}
        />
        {provisioning.data && groups.data && attributes.data && choices.data ? (
          <Provisioning
            connectionId={connection.id}
            name={connection.name}
            address={`${services().settings.baseUrl}/scim/v2`}
            provisioning={provisioning.data}
            groups={groups.data}
            attributes={attributes.data}
            choices={choices.data}
          />
        ) : null}
        {failed ? <LoadError error={failed} /> : null}
        <Card
          title={t("detail.danger")}
          titleId="danger-heading"
          className="border-danger-line"
          description={t("detail.dangerText")}
        >
          <DeleteButton id={connection.id} name={connection.name} />
        </Card>
      </div>
    </>
  );
}

async function Status({ connection }: { connection: ConnectionDetailsView }) {
  const t = await getTranslations("connections");
  const { id, name, state, lastTest } = connection;
  const texts = { DRAFT: t("detail.draft"), TESTED: t("detail.tested"), ACTIVE: t("detail.active") };
  return (
    <Card
      title={t("detail.status")}
      titleId="status"
      description={texts[state]}
      actions={<StateBadge state={state} />}
    >
      <div className="flex flex-col gap-3">
        <Expiry connection={connection} />
        <div className="flex flex-wrap gap-2">
          {state === "TESTED" ? <ActivateButton id={id} name={name} /> : null}
          <TestLink href={testPath(id)} variant={state === "DRAFT" ? "primary" : "secondary"}>
            {lastTest ? t("detail.testAgain") : t("detail.test")}
          </TestLink>
          {state === "ACTIVE" ? <PauseButton id={id} name={name} /> : null}
        </div>
      </div>
    </Card>
  );
}
