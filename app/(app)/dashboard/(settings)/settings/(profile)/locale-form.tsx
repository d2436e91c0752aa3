"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useState, useTransition } from "react";
import { LANGUAGE_COOKIE, writePreferenceCookie } from "@/app/_i18n/cookies";
import { isLanguage, type Language, languageNames, languages } from "@/app/_i18n/languages";
import { useCall } from "@/app/_kit/form/use-call";
import { Button } from "@/app/_kit/ui/button";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Field } from "@/app/_kit/ui/field";
import { Select } from "@/app/_kit/ui/select";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";

type Props = {
  language: Language | null;
  timeZone: string | null;
  browser: { language: Language; timeZone: string };
  timeZones: readonly string[];
};

/** Language and time zone of the pages. Saved by a button: a language change on an arrow key would startle. */
export function LocaleForm({ language, timeZone, browser, timeZones }: Props) {
  const t = useTranslations("settings.locale");
  const [chosen, setChosen] = useState({ language: language ?? "", timeZone: timeZone ?? "" });
  const { send, isPending, error } = useCall(useTRPCClient().preferences.change.mutate);
  const { refreshing, refreshAndSay } = useRefresh();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = isLanguage(chosen.language) ? chosen.language : null;
    if (!(await send({ language: wanted, timeZone: chosen.timeZone || null }))) return;
    // The pages before sign-in only have the cookie.
    writePreferenceCookie(LANGUAGE_COOKIE, wanted);
    refreshAndSay();
  };
  return (
    <form onSubmit={save} className="flex flex-col items-start gap-4">
      <div className="flex w-full flex-wrap gap-4">
        <Field label={t("language")} className="w-full sm:w-72">
          <Select
            value={chosen.language}
            onChange={({ target }) => setChosen({ ...chosen, language: target.value })}
            options={[
              { value: "", label: t("asBrowser", { what: languageNames[browser.language] }) },
              ...languages.map((value) => ({ value, label: languageNames[value] })),
            ]}
          />
        </Field>
        <Field label={t("timeZone")} help={t("timeZoneHelp")} className="w-full sm:w-72">
          <Select
            value={chosen.timeZone}
            onChange={({ target }) => setChosen({ ...chosen, timeZone: target.value })}
            options={[
              { value: "", label: t("asBrowser", { what: browser.timeZone }) },
              ...timeZones.map((value) => ({ value, label: value.replaceAll("_", " ") })),
            ]}
          />
        </Field>
      </div>
      {error ? <ErrorPanel error={error} /> : null}
      <Button type="submit" variant="primary" pending={isPending || refreshing}>
        {t("save")}
      </Button>
    </form>
  );
}

/** Refreshes the page, and confirms in the new language. */
function useRefresh() {
  const t = useTranslations("settings.locale");
  const router = useRouter();
  const toast = useToast();
  const [refreshing, start] = useTransition();
  const [toSay, setToSay] = useState(false);
  useEffect(() => {
    if (!toSay || refreshing) return;
    setToSay(false);
    toast.success(t("saved"));
  }, [toSay, refreshing, toast, t]);
  const refreshAndSay = () => {
    start(() => router.refresh());
    setToSay(true);
  };
  return { refreshing, refreshAndSay };
}
