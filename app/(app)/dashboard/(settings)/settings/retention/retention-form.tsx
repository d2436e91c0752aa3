"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmAction } from "@/app/_kit/form/confirm-action";
import { useForm } from "@/app/_kit/form/use-form";
import { Button } from "@/app/_kit/ui/button";
import { buttonStyles } from "@/app/_kit/ui/button-styles";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Field } from "@/app/_kit/ui/field";
import { Select } from "@/app/_kit/ui/select";
import { useTRPCClient } from "@/app/_trpc/client";
import { useSaved } from "@/app/(app)/dashboard/(settings)/settings/use-saved";
import { paths } from "@/app/paths";
import { retentionYears } from "@/drizzle/schema/values";
import type { Expired } from "@/server/modules/workspace/retention/count-expired";
import type { Retention } from "@/server/modules/workspace/retention/schema";

type Values = Record<keyof Retention, string>;
type Props = Record<keyof Retention, number | null>;

const idOf = (path: string) => `retention-${path}`;
const forever = "";
const yearsOf = (text: string) => retentionYears.find((years) => String(years) === text) ?? null;

/** The configurable retention periods. Before a shorter period deletes anything, shows how much. */
export function RetentionForm(present: Props) {
  const t = useTranslations("settings.retention");
  const calls = useTRPCClient();
  const saved = useSaved();
  const [asked, setAsked] = useState<(Expired & { wanted: Retention }) | null>(null);
  const shorter = (name: keyof Retention, wanted: Retention) => {
    const [before, after] = [present[name], wanted[name]];
    return after !== null && (before === null || after < before) ? after : null;
  };
  const store = async (wanted: Retention) => {
    await calls.workspace.updateSettings.mutate(wanted);
    saved(t("saved"));
  };
  const form = useForm<Values, Retention>(
    {
      auditKeptYears: String(present.auditKeptYears ?? forever),
      erasedLeaveKeptYears: String(present.erasedLeaveKeptYears ?? forever),
      endedAccessKeptYears: String(present.endedAccessKeptYears ?? forever),
    },
    {
      read: ({ auditKeptYears, erasedLeaveKeptYears, endedAccessKeptYears }) => ({
        output: {
          auditKeptYears: yearsOf(auditKeptYears),
          erasedLeaveKeptYears: yearsOf(erasedLeaveKeptYears),
          endedAccessKeptYears: yearsOf(endedAccessKeptYears),
        },
      }),
      fieldOf: () => null,
      idOf,
      save: async (wanted) => {
        const expired = await calls.retention.countExpired.query({
          auditKeptYears: shorter("auditKeptYears", wanted),
          erasedLeaveKeptYears: shorter("erasedLeaveKeptYears", wanted),
          endedAccessKeptYears: shorter("endedAccessKeptYears", wanted),
        });
        if (Object.values(expired).some((count) => count > 0)) setAsked({ ...expired, wanted });
        else await store(wanted);
      },
    },
  );
  const options = [
    { value: forever, label: t("forever") },
    ...retentionYears.map((count) => ({ value: String(count), label: t("years", { count }) })),
  ];
  return (
    <>
      <form onSubmit={form.submit} className="flex flex-col items-start gap-5">
        <Field
          id={idOf("auditKeptYears")}
          label={t("audit")}
          help={t("auditHelp")}
          className="w-full sm:max-w-96"
        >
          <Select {...form.bind("auditKeptYears")} options={options} />
        </Field>
        <Field
          id={idOf("erasedLeaveKeptYears")}
          label={t("leave")}
          help={t("leaveHelp")}
          className="w-full sm:max-w-96"
        >
          <Select {...form.bind("erasedLeaveKeptYears")} options={options} />
        </Field>
        <Field
          id={idOf("endedAccessKeptYears")}
          label={t("access")}
          help={t("accessHelp")}
          className="w-full sm:max-w-96"
        >
          <Select {...form.bind("endedAccessKeptYears")} options={options} />
        </Field>
        {form.failure ? <ErrorPanel error={form.failure} /> : null}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" pending={form.isSaving}>
            {t("save")}
          </Button>
          {/* Not the router's link: the browser saves the response as a file. */}
          <a href={paths.auditLogExport} className={buttonStyles()}>
            {t("export")}
          </a>
        </div>
      </form>
      <ConfirmAction
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={t("confirm.title")}
        confirmLabel={t("confirm.submit")}
        cancelLabel={t("confirm.cancel")}
        act={async () => {
          if (asked) await calls.workspace.updateSettings.mutate(asked.wanted);
          return { message: t("saved") };
        }}
      >
        <p>{t("confirm.text")}</p>
        <ul className="list-disc ps-5">
          {asked?.auditEntryCount ? <li>{t("confirm.entries", { count: asked.auditEntryCount })}</li> : null}
          {asked?.leaveCount ? <li>{t("confirm.leaves", { count: asked.leaveCount })}</li> : null}
          {asked?.endedAccessCount ? <li>{t("confirm.access", { count: asked.endedAccessCount })}</li> : null}
        </ul>
        {asked?.auditEntryCount ? (
          <p>
            {t.rich("confirm.export", {
              link: (text) => (
                <a
                  href={paths.auditLogExport}
                  className="rounded-sm text-accent-text underline underline-offset-3"
                >
                  {text}
                </a>
              ),
            })}
          </p>
        ) : null}
      </ConfirmAction>
    </>
  );
}
