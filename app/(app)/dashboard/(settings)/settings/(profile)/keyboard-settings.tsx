"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useShortcuts } from "@/app/_kit/page/shortcuts";
import { shownError } from "@/app/_kit/page/shown-error";
import { Button } from "@/app/_kit/ui/button";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Switch } from "@/app/_kit/ui/switch";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPC } from "@/app/_trpc/queries";

/** The switch "Single-key shortcuts" (WCAG 2.1.4), in effect at once, and a link to the list of shortcuts. */
export function KeyboardSettings() {
  const t = useTranslations("settings.keyboard");
  const toast = useToast();
  const { singleKeys, setSingleKeys, setListOpen } = useShortcuts();
  const change = useMutation(useTRPC().preferences.change.mutationOptions());
  const turn = async (on: boolean) => {
    setSingleKeys(on);
    try {
      await change.mutateAsync({ singleKeyShortcuts: on });
      toast.success(on ? t("on") : t("off"));
    } catch {
      setSingleKeys(!on);
    }
  };
  return (
    <div className="flex flex-col gap-4">
      <Switch
        label={t("switch")}
        description={t("switchText")}
        checked={singleKeys}
        onChange={({ target }) => void turn(target.checked)}
      />
      {change.error ? <ErrorPanel error={shownError(change.error)} /> : null}
      <div>
        <Button onClick={() => setListOpen(true)}>{t("show")}</Button>
      </div>
    </div>
  );
}
