"use client";

import { useTranslations } from "next-intl";
import { useCall } from "@/app/_kit/form/use-call";
import { useShortcuts } from "@/app/_kit/page/shortcuts";
import { Button } from "@/app/_kit/ui/button";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Switch } from "@/app/_kit/ui/switch";
import { useTRPCClient } from "@/app/_trpc/client";

/** The switch "Single-key shortcuts" (WCAG 2.1.4), in effect at once, and a link to the list of shortcuts. */
export function KeyboardSettings() {
  const t = useTranslations("settings.keyboard");
  const { singleKeys, setSingleKeys, setListOpen } = useShortcuts();
  const { send, error } = useCall(useTRPCClient().preferences.change.mutate, {
    done: (_, { singleKeyShortcuts: on }) => (on ? t("on") : t("off")),
  });
  const turn = async (on: boolean) => {
    setSingleKeys(on);
    if (!(await send({ singleKeyShortcuts: on }))) setSingleKeys(!on);
  };
  return (
    <div className="flex flex-col gap-4">
      <Switch
        label={t("switch")}
        description={t("switchText")}
        checked={singleKeys}
        onChange={({ target }) => void turn(target.checked)}
      />
      {error ? <ErrorPanel error={error} /> : null}
      <div>
        <Button onClick={() => setListOpen(true)}>{t("show")}</Button>
      </div>
    </div>
  );
}
