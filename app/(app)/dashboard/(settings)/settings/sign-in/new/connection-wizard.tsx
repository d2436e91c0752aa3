"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { Field } from "@/app/_kit/ui/field";
import { Select } from "@/app/_kit/ui/select";
import { ConnectionForm } from "@/app/(app)/dashboard/(settings)/settings/sign-in/connection-form";
import { SamlForm } from "@/app/(app)/dashboard/(settings)/settings/sign-in/saml-form";
import { type ConnectionProtocol, connectionProtocols } from "@/drizzle/schema/values";

type Props = Omit<ComponentProps<typeof ConnectionForm> & ComponentProps<typeof SamlForm>, "connection">;

/** A new connection: first its protocol, then the form for it. */
export function ConnectionWizard(facts: Props) {
  const t = useTranslations("connections");
  const [protocol, setProtocol] = useState<ConnectionProtocol>("OIDC");
  return (
    <div className="flex flex-col gap-5">
      <Field id="protocol" label={t("form.protocol")} help={t("form.protocolHelp")} className="sm:max-w-96">
        <Select
          value={protocol}
          onChange={(event) => setProtocol(event.target.value as ConnectionProtocol)}
          options={connectionProtocols.map((value) => ({ value, label: t(`protocol.${value}`) }))}
        />
      </Field>
      {protocol === "SAML" ? <SamlForm {...facts} /> : <ConnectionForm {...facts} />}
    </div>
  );
}
