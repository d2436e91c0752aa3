"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { useCall } from "@/app/_kit/form/use-call";
import { fieldAmong, useForm } from "@/app/_kit/form/use-form";
import { Badge, type Tone } from "@/app/_kit/ui/badge";
import { Button } from "@/app/_kit/ui/button";
import { CopyField } from "@/app/_kit/ui/copy-field";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { useTRPCClient } from "@/app/_trpc/client";
import { useSaved } from "@/app/(app)/dashboard/(settings)/settings/use-saved";
import { limits } from "@/drizzle/schema/limits";
import type { DomainView } from "@/server/modules/workspace/connections/present";

const tones: Record<DomainView["state"], Tone> = {
  CLAIMED: "neutral",
  VERIFIED: "success",
  LOST: "warning",
};

/** The TXT record of a domain, and the button that looks for it. */
function TxtRecord({ domain }: { domain: DomainView }) {
  const t = useTranslations("connections.domains");
  const calls = useTRPCClient();
  const { name } = domain;
  const { send, error, isPending } = useCall(() => calls.emailDomains.verify.mutate({ id: domain.id }), {
    done: () => t("verified", { name }),
    refreshes: true,
  });
  return (
    <div className="flex flex-col gap-3 rounded-md bg-sunken p-3">
      <p className="text-muted">{domain.state === "LOST" ? t("lost") : t("record")}</p>
      <CopyField label={t("host", { name })} value={domain.recordHost} copyLabel={t("copyHost")} />
      <CopyField label={t("value", { name })} value={domain.recordText} copyLabel={t("copyValue")} />
      {error ? <ErrorPanel error={error} /> : null}
      <div>
        <Button aria-label={t("checkOf", { name })} pending={isPending} onClick={() => void send()}>
          {t("check")}
        </Button>
      </div>
    </div>
  );
}

function DomainRow({ domain }: { domain: DomainView }) {
  const t = useTranslations("connections.domains");
  const calls = useTRPCClient();
  const { id, name, state } = domain;
  return (
    <li className="flex flex-col gap-3 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <span className="font-medium wrap-anywhere">{name}</span>
          <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>
        </div>
        <ConfirmButton
          title={t("removeTitle", { name })}
          label={t("remove")}
          button={{ "aria-label": t("removeOf", { name }) }}
          confirmLabel={t("remove")}
          cancelLabel={t("keep")}
          act={async () => {
            await calls.emailDomains.remove.mutate({ id });
            return { message: t("removed", { name }) };
          }}
        >
          <p>{t("removeText")}</p>
        </ConfirmButton>
      </div>
      {state === "VERIFIED" ? null : <TxtRecord domain={domain} />}
    </li>
  );
}

const idOf = (path: string) => `domain-${path}`;

/** The domains of the workspace's addresses, and a form to add one. */
export function Domains({ domains }: { domains: readonly DomainView[] }) {
  const t = useTranslations("connections.domains");
  const calls = useTRPCClient();
  const saved = useSaved();
  const form = useForm<{ name: string }>(
    { name: "" },
    {
      read: (values) => ({ output: values }),
      fieldOf: fieldAmong(["name"]),
      idOf,
      isForgotten: true,
      save: async ({ name }) => {
        await calls.emailDomains.claim.mutate({ name });
        saved(t("added"));
      },
    },
  );
  return (
    <div className="flex flex-col gap-4">
      {domains.length === 0 ? (
        <p className="text-muted">{t("none")}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {domains.map((domain) => (
            <DomainRow key={domain.id} domain={domain} />
          ))}
        </ul>
      )}
      <form onSubmit={form.submit} noValidate autoComplete="off" className="flex flex-col items-start gap-3">
        <Field
          id={idOf("name")}
          label={t("name")}
          help={t("nameHelp")}
          error={form.errorAt("name")}
          required
          className="w-full sm:max-w-96"
        >
          <Input
            {...form.bind("name")}
            maxLength={limits.domain}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        {form.failure ? <ErrorPanel error={form.failure} /> : null}
        <Button type="submit" pending={form.isSaving}>
          {t("add")}
        </Button>
      </form>
    </div>
  );
}
