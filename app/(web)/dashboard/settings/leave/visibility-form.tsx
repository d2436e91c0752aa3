"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useForm } from "@/app/_resource/use-form";
import { useTRPC } from "@/app/_trpc/client";
import { Button } from "@/app/_ui/button";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { Radio, RadioGroup } from "@/app/_ui/radio-group";
import { useToast } from "@/app/_ui/toast";
import { type Visibility, visibilities } from "@/drizzle/schema/values";

/** Whose absences people see beside those of whom they manage. */
export function VisibilityForm({ visibility }: { visibility: Visibility }) {
  const t = useTranslations("settings.leave.visibility");
  const toast = useToast();
  const update = useMutation(useTRPC().workspace.updateSettings.mutationOptions());
  const form = useForm(
    { visibility },
    {
      read: (values) => ({ output: values }),
      fieldOf: () => null,
      idOf: (path) => path,
      save: async (values) => {
        await update.mutateAsync(values);
        toast.success(t("saved"));
      },
    },
  );
  return (
    <form onSubmit={form.submit} className="flex flex-col items-start gap-4">
      <RadioGroup label={t("label")}>
        {visibilities.map((value) => (
          <Radio
            key={value}
            name="visibility"
            value={value}
            label={t(value)}
            checked={form.values.visibility === value}
            onChange={() => form.change({ visibility: value })}
          />
        ))}
      </RadioGroup>
      {form.failure ? <ErrorPanel error={form.failure} /> : null}
      <Button type="submit" variant="primary" pending={form.isSaving}>
        {t("save")}
      </Button>
    </form>
  );
}
