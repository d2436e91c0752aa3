"use server";

import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { timeZonesOf } from "@/app/_i18n/countries";
import { currentLanguage } from "@/app/_i18n/preferences";
import { faultWords } from "@/app/(account)/_signin/fault-words";
import { formText } from "@/app/(account)/_signin/form-text";
import { type SetUpField, type SetUpState, setUpFields } from "@/app/(account)/set-up/[token]/set-up-state";
import { startingTypesIn } from "@/app/paths";
import { services } from "@/server/kernel/process";
import { createFirstWorkspace } from "@/server/modules/workspace/settings/create";
import { FirstWorkspace } from "@/server/modules/workspace/settings/schema";
import { enterSession, thisBrowser } from "@/server/signin/browser-session";
import { startFirstSession } from "@/server/signin/start-first-session";
import { read } from "@/server/transport/validate";

const fieldOf: Record<string, SetUpField> = {
  name: "company",
  country: "country",
  timezone: "timezone",
  "admin.name": "name",
  "admin.email": "email",
  "admin.password": "password",
};

/** Creates the workspace and signs its administrator in; a link that is no longer valid leads back to its page, which says so. */
export async function makeWorkspace(_before: SetUpState, form: FormData): Promise<SetUpState> {
  const token = formText(form, "token");
  const typed = Object.fromEntries(setUpFields.map((name) => [name, formText(form, name)]));
  const { country = "", company, timezone, name, email, password } = typed;
  const { data, faults } = read(FirstWorkspace, {
    name: company,
    // Without JavaScript it is left to the country.
    timezone: timezone || (/^[A-Z]{2}$/.test(country) && timeZonesOf(country)[0]) || "UTC",
    language: await currentLanguage(),
    admin: { name, email, password },
  });
  const t = await getTranslations("setup.make");
  const errors: SetUpState["errors"] = country === "" ? { country: t("countryNeeded") } : {};
  const wordsOf = await faultWords();
  for (const found of faults ?? []) errors[fieldOf[found.path] ?? "company"] ??= wordsOf(found);
  if (!data || Object.keys(errors).length > 0) return { values: { ...typed, password: "" }, errors };
  const made = await createFirstWorkspace(services(), token, data);
  if (!made) redirect(`/set-up/${encodeURIComponent(token)}`);
  const person = { workspaceId: made.workspace.id, userId: made.admin.id };
  const entered = await startFirstSession(services(), person, await thisBrowser());
  redirect(await enterSession(entered, startingTypesIn(country)));
}
