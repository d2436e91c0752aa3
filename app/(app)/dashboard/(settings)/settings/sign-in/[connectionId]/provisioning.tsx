"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { useCall } from "@/app/_kit/form/use-call";
import { useShowNew } from "@/app/_kit/list/use-show-new";
import { Button } from "@/app/_kit/ui/button";
import { Card } from "@/app/_kit/ui/card";
import { CopyField } from "@/app/_kit/ui/copy-field";
import { DataTable } from "@/app/_kit/ui/data-table";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { useTRPCClient } from "@/app/_trpc/client";
import { ProvisionedAttributes } from "@/app/(app)/dashboard/(settings)/settings/sign-in/[connectionId]/provisioned-attributes";
import { ProvisionedGroups } from "@/app/(app)/dashboard/(settings)/settings/sign-in/[connectionId]/provisioned-groups";
import type {
  AttributesView,
  GroupView,
  ProvisioningView,
} from "@/server/modules/people/provisioning/present";

type Props = {
  connectionId: string;
  name: string;
  /** Where the directory sends its requests. */
  address: string;
  provisioning: ProvisioningView;
  groups: readonly GroupView[];
  attributes: AttributesView;
  /** What a group and a value can be mapped to. */
  choices: ComponentProps<typeof ProvisionedAttributes>["choices"];
};

/** Makes a token and shows it once. While another is valid, it asks first. */
function NewToken({ connectionId, hasToken }: { connectionId: string; hasToken: boolean }) {
  const t = useTranslations("connections.provisioning");
  const show = useShowNew(t);
  const calls = useTRPCClient();
  const issue = async () => {
    const { token } = await calls.provisioning.createToken.mutate({ connectionId });
    show({ secret: token });
  };
  const { send, error, isPending } = useCall(issue, { refreshes: true });
  if (hasToken)
    return (
      <ConfirmButton
        title={t("rotateTitle")}
        confirmLabel={t("rotate")}
        cancelLabel={t("keep")}
        tone="primary"
        button={{ variant: "secondary" }}
        act={async () => {
          await issue();
          return undefined;
        }}
      >
        <p>{t("rotateText")}</p>
      </ConfirmButton>
    );
  return (
    <>
      {error ? <ErrorPanel error={error} /> : null}
      <Button variant="primary" pending={isPending} onClick={() => void send()}>
        {t("create")}
      </Button>
    </>
  );
}

function Tokens({ tokens }: Pick<ProvisioningView, "tokens">) {
  const t = useTranslations("connections.provisioning");
  const calls = useTRPCClient();
  return (
    <DataTable
      caption={t("tokens")}
      columnsFrom={36}
      rows={tokens}
      rowKey={({ id }) => id}
      columns={[
        {
          label: t("token"),
          header: true,
          cell: ({ lastFour }) => <code className="font-mono text-[0.8125rem]">…{lastFour}</code>,
        },
        { label: t("created"), cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
        {
          label: t("lastUsed"),
          cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : t("never")),
        },
        {
          label: t("ends"),
          cell: ({ expiresAt }) => (expiresAt ? <RelativeTime at={expiresAt} /> : "–"),
        },
        {
          label: t("actions"),
          bare: true,
          cell: ({ id, lastFour }) => (
            <ConfirmButton
              title={t("endTitle", { token: lastFour })}
              confirmLabel={t("end")}
              cancelLabel={t("keep")}
              act={async () => {
                await calls.provisioning.endToken.mutate({ id });
                return { message: t("ended") };
              }}
            >
              <p>{t("endText")}</p>
            </ConfirmButton>
          ),
        },
      ]}
    />
  );
}

/** Lets the directory provision those who are here already. */
function LinkPeople({ connectionId, name, count }: { connectionId: string; name: string; count: number }) {
  const t = useTranslations("connections.provisioning");
  const calls = useTRPCClient();
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="min-w-0 flex-1 basis-64 text-muted text-sm">{t("linkable", { count })}</p>
      <ConfirmButton
        title={t("linkTitle", { count })}
        confirmLabel={t("link")}
        cancelLabel={t("notYet")}
        tone="primary"
        button={{ variant: "secondary" }}
        act={async () => {
          const linked = await calls.provisioning.claimPeople.mutate({ connectionId });
          return { message: t("linked", { count: linked.count }) };
        }}
      >
        <p>{t("linkText", { name })}</p>
      </ConfirmButton>
    </div>
  );
}

/** Provisioning by SCIM: its address, its tokens and whom it is about. */
export function Provisioning({
  connectionId,
  name,
  address,
  provisioning,
  groups,
  attributes,
  choices,
}: Props) {
  const t = useTranslations("connections.provisioning");
  const { tokens, peopleCount, linkableCount } = provisioning;
  return (
    <Card
      title={t("title")}
      titleId="provisioning"
      description={t("text", { name })}
      actions={<NewToken connectionId={connectionId} hasToken={tokens.length > 0} />}
    >
      <div className="flex flex-col gap-4">
        <CopyField label={t("address")} value={address} copyLabel={t("copyAddress")} />
        {tokens.length > 0 ? <Tokens tokens={tokens} /> : null}
        <p className="text-sm">{t("people", { count: peopleCount })}</p>
        {linkableCount > 0 ? (
          <LinkPeople connectionId={connectionId} name={name} count={linkableCount} />
        ) : null}
        {groups.length > 0 ? <ProvisionedGroups groups={groups} choices={choices} /> : null}
        {tokens.length > 0 || peopleCount > 0 ? (
          <ProvisionedAttributes {...{ connectionId, attributes, choices }} />
        ) : null}
      </div>
    </Card>
  );
}
