"use client";

import { useTranslations } from "next-intl";
import { useForm } from "@/app/_kit/form/use-form";
import { Button } from "@/app/_kit/ui/button";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Radio, RadioGroup } from "@/app/_kit/ui/radio-group";
import { Switch } from "@/app/_kit/ui/switch";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { type Visibility, visibilities } from "@/drizzle/schema/values";

export type Settings = {
  visibility: Visibility;
  mailDecisionNeedsSignIn: boolean;
  aiAppsMayChangeLeave: boolean;
  teamFeedsAllowed: boolean;
};

/** Visibility of absences beyond managed employees, approval by mail, write access for apps, and team calendars. */
export function LeaveSettingsForm({ settings }: { settings: Settings }) {
  const t = useTranslations("settings.leave");
  const toast = useToast();
  const { workspace } = useTRPCClient();
  const form = useForm(settings, {
    read: (values) => ({ output: values }),
    fieldOf: () => null,
    idOf: (path) => path,
    save: async (values) => {
      await workspace.updateSettings.mutate(values);
      toast.success(t("visibility.saved"));
    },
  });
  return (
    <form onSubmit={form.submit} className="flex flex-col items-start gap-4">
      <RadioGroup label={t("visibility.label")}>
        {visibilities.map((value) => (
          <Radio
            key={value}
            name="visibility"
            value={value}
            label={t(`visibility.${value}`)}
            checked={form.values.visibility === value}
            onChange={() => form.change({ visibility: value })}
          />
        ))}
      </RadioGroup>
      <Switch
        label={t("mail")}
        description={t("mailText")}
        checked={form.values.mailDecisionNeedsSignIn}
        onChange={({ target }) => form.change({ mailDecisionNeedsSignIn: target.checked })}
      />
      <Switch
        label={t("aiApps")}
        description={t("aiAppsText")}
        checked={form.values.aiAppsMayChangeLeave}
        onChange={({ target }) => form.change({ aiAppsMayChangeLeave: target.checked })}
      />
      <Switch
        label={t("teamFeeds")}
        description={t("teamFeedsText")}
        checked={form.values.teamFeedsAllowed}
        onChange={({ target }) => form.change({ teamFeedsAllowed: target.checked })}
      />
      {form.failure ? <ErrorPanel error={form.failure} /> : null}
      <Button type="submit" variant="primary" pending={form.isSaving}>
        {t("visibility.save")}
      </Button>
    </form>
  );
}
