"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmAction } from "@/app/_kit/form/confirm-action";
import { useCall } from "@/app/_kit/form/use-call";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Radio, RadioGroup } from "@/app/_kit/ui/radio-group";
import { Switch } from "@/app/_kit/ui/switch";
import { useTRPCClient } from "@/app/_trpc/client";
import type { WorkspaceApp } from "@/app/(app)/dashboard/(settings)/settings/apps/workspace/workspace-app";
import { type AppsPolicy, appsPolicies } from "@/drizzle/schema/values";
import type { AppRules } from "@/server/oauth/consent/app-rules";

/** The connections that "only allowed apps" ends: the first of them, and the number of the others. */
export type EndingApps = { items: readonly WorkspaceApp[]; moreCount: number };

/** Which apps people may connect, and whether apps may change leave. Each setting takes effect at once. */
export function AppRulesForm({ rules, ending }: { rules: AppRules; ending: EndingApps }) {
  const t = useTranslations("apps.workspace");
  const calls = useTRPCClient();
  const [asking, setAsking] = useState(false);
  const [shown, setShown] = useState(rules);
  const { send, isPending, error } = useCall((call: () => Promise<unknown>, _done: string) => call(), {
    done: (_, __, done) => done,
    refreshes: true,
  });
  const setPolicy = (appsPolicy: AppsPolicy) => calls.workspaceApps.setPolicy.mutate({ policy: appsPolicy });
  const change = async (next: Partial<AppRules>, call: () => Promise<unknown>, done: string) => {
    const before = shown;
    setShown({ ...shown, ...next });
    if (!(await send(call, done))) setShown(before);
  };
  const choose = (appsPolicy: AppsPolicy) =>
    appsPolicy === "LISTED"
      ? setAsking(true)
      : void change({ appsPolicy }, () => setPolicy(appsPolicy), t("done.ANY"));
  const switchChanges = (aiAppsMayChangeLeave: boolean) =>
    void change(
      { aiAppsMayChangeLeave },
      () => calls.workspace.updateSettings.mutate({ aiAppsMayChangeLeave }),
      t(aiAppsMayChangeLeave ? "done.on" : "done.off"),
    );
  return (
    <div className="flex flex-col gap-5" aria-busy={isPending || undefined}>
      <RadioGroup label={t("policy.label")}>
        {appsPolicies.map((policy) => (
          <Radio
            key={policy}
            name="apps-policy"
            value={policy}
            label={t(`policy.${policy}`)}
            description={t(`policy.${policy}Text`)}
            checked={shown.appsPolicy === policy}
            onChange={() => choose(policy)}
          />
        ))}
      </RadioGroup>
      <Switch
        label={t("changes")}
        description={t("changesText")}
        checked={shown.aiAppsMayChangeLeave}
        onChange={({ target }) => switchChanges(target.checked)}
      />
      {error ? <ErrorPanel error={error} /> : null}
      <ConfirmAction
        open={asking}
        onClose={() => setAsking(false)}
        title={t("listed.title")}
        confirmLabel={t("listed.submit")}
        cancelLabel={t("listed.keep")}
        act={async () => {
          const { endedCount } = await setPolicy("LISTED");
          setShown({ ...shown, appsPolicy: "LISTED" });
          return { message: t("done.LISTED"), note: t("ended", { count: endedCount }) };
        }}
      >
        <WhatEnds {...ending} />
      </ConfirmAction>
    </div>
  );
}

function WhatEnds({ items, moreCount }: EndingApps) {
  const t = useTranslations("apps.workspace");
  if (items.length === 0) return <p>{t("listed.nothing")}</p>;
  return (
    <>
      <p>{t("listed.text")}</p>
      <ul className="mt-2 max-h-48 list-disc overflow-y-auto ps-5">
        {items.map((app) => (
          <li key={app.clientId} className="wrap-anywhere">
            {t.rich("listed.app", { app: () => <bdi>{app.shown}</bdi>, count: app.peopleCount })}
          </li>
        ))}
        {moreCount > 0 ? <li>{t("listed.more", { count: moreCount })}</li> : null}
      </ul>
    </>
  );
}
