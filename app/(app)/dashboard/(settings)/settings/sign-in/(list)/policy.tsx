"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { useCall } from "@/app/_kit/form/use-call";
import { Badge } from "@/app/_kit/ui/badge";
import { Button } from "@/app/_kit/ui/button";
import { Card } from "@/app/_kit/ui/card";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { useTRPCClient } from "@/app/_trpc/client";
import type { PolicyView } from "@/server/modules/workspace/sign-in-policy/present";

type Holder = PolicyView["holders"][number];

function GiveButton({ holder: { id, name } }: { holder: Holder }) {
  const t = useTranslations("connections.policy");
  const calls = useTRPCClient();
  const { send, error, isPending } = useCall(
    () => calls.signInPolicy.setEmergencyAccess.mutate({ userId: id, has: true }),
    { done: () => t("given", { name }), refreshes: true },
  );
  return (
    <>
      {error ? <ErrorPanel error={error} /> : null}
      <Button aria-label={t("giveTo", { name })} pending={isPending} onClick={() => void send()}>
        {t("give")}
      </Button>
    </>
  );
}

function EndButton({ holder: { id, name } }: { holder: Holder }) {
  const t = useTranslations("connections.policy");
  const calls = useTRPCClient();
  return (
    <ConfirmButton
      title={t("endTitle", { name })}
      label={t("end")}
      button={{ "aria-label": t("endOf", { name }) }}
      confirmLabel={t("end")}
      cancelLabel={t("keep")}
      tone="primary"
      act={async () => {
        await calls.signInPolicy.setEmergencyAccess.mutate({ userId: id, has: false });
        return { message: t("ended", { name }) };
      }}
    >
      <p>{t("endText")}</p>
    </ConfirmButton>
  );
}

/** The administrators with a password, and who of them keeps it. */
function Holders({ holders }: { holders: readonly Holder[] }) {
  const t = useTranslations("connections.policy");
  return (
    <section aria-labelledby="emergency-access" className="flex flex-col gap-2">
      <h3 id="emergency-access" className="font-medium">
        {t("holders")}
      </h3>
      <p className="text-muted">{t("holdersText")}</p>
      {holders.length === 0 ? (
        <p className="text-muted">{t("noHolders")}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {holders.map((holder) => (
            <li
              key={holder.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5"
            >
              <div className="min-w-0">
                <div className="flex flex-wrap items-center gap-2">
                  <span className="font-medium wrap-anywhere">{holder.name}</span>
                  {holder.hasEmergencyAccess ? <Badge tone="accent">{t("has")}</Badge> : null}
                </div>
                <div className="text-muted wrap-anywhere">{holder.email}</div>
              </div>
              {holder.hasEmergencyAccess ? <EndButton holder={holder} /> : <GiveButton holder={holder} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function SwitchOn() {
  const t = useTranslations("connections.policy");
  const calls = useTRPCClient();
  return (
    <ConfirmButton
      title={t("onTitle")}
      label={t("switchOn")}
      confirmLabel={t("switchOn")}
      cancelLabel={t("keep")}
      act={async () => {
        const { endedCount } = await calls.signInPolicy.set.mutate({ connectionsOnly: true });
        return { message: t("switchedOn", { count: endedCount }) };
      }}
    >
      <p>{t("onText")}</p>
    </ConfirmButton>
  );
}

function SwitchOff() {
  const t = useTranslations("connections.policy");
  const calls = useTRPCClient();
  return (
    <ConfirmButton
      title={t("offTitle")}
      label={t("switchOff")}
      confirmLabel={t("switchOff")}
      cancelLabel={t("keep")}
      act={async () => {
        await calls.signInPolicy.set.mutate({ connectionsOnly: false });
        return { message: t("switchedOff") };
      }}
    >
      <p>{t("offText")}</p>
    </ConfirmButton>
  );
}

/** What is missing before connections can be the only way. */
function Needs({ policy }: { policy: PolicyView }) {
  const t = useTranslations("connections.policy");
  const hasHolder = policy.holders.some(({ hasEmergencyAccess }) => hasEmergencyAccess);
  const missing = [
    ...(policy.isByConnection ? [] : [t("needsConnection")]),
    ...(hasHolder ? [] : [t("needsHolder")]),
  ];
  if (missing.length === 0) return <SwitchOn />;
  return (
    <div>
      <p>{t("needs")}</p>
      <ul className="list-disc ps-5">
        {missing.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </div>
  );
}

/** Whether people sign in through connections only, and who keeps a password then. */
export function Policy({ policy }: { policy: PolicyView }) {
  const t = useTranslations("connections.policy");
  const { connectionsOnly } = policy;
  return (
    <Card
      title={t("title")}
      titleId="policy"
      description={t(connectionsOnly ? "closed" : "open")}
      actions={
        <Badge tone={connectionsOnly ? "success" : "neutral"}>{t(connectionsOnly ? "on" : "off")}</Badge>
      }
    >
      <div className="flex flex-col gap-5">
        <Holders holders={policy.holders} />
        {connectionsOnly ? (
          <div>
            <SwitchOff />
          </div>
        ) : (
          <Needs policy={policy} />
        )}
      </div>
    </Card>
  );
}
