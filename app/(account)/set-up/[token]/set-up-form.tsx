"use client";

import { useActionState, useEffect, useRef } from "react";
import { type CountryChoice, countryOfZone } from "@/app/_i18n/countries";
import { currentName } from "@/app/_i18n/time-zone";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { Select } from "@/app/_kit/ui/select";
import { PasswordField } from "@/app/(account)/_signin/password-field";
import { SubmitButton } from "@/app/(account)/_signin/submit-button";
import { makeWorkspace } from "@/app/(account)/set-up/[token]/actions";
import { type SetUpState, setUpFields } from "@/app/(account)/set-up/[token]/set-up-state";

type Words = Record<
  | "country"
  | "chooseCountry"
  | "countryHelp"
  | "zoneOfCountry"
  | "company"
  | "timeZone"
  | "timeZoneHelp"
  | "name"
  | "email"
  | "password"
  | "rule"
  | "showPassword"
  | "submit",
  string
>;

type Props = {
  token: string;
  countries: readonly CountryChoice[];
  /** The code of the country that the browser's languages name; empty where they name none. */
  guess: string;
  timeZones: readonly string[];
  words: Words;
};

const empty: SetUpState = { values: {}, errors: {} };

/** The company and its administrator. Also works as a plain form. Its messages are passed as props: the page carries no others. */
export function SetUpForm({ token, countries, guess, timeZones, words }: Props) {
  const [state, act] = useActionState<SetUpState, FormData>(makeWorkspace, empty);
  const form = useRef<HTMLFormElement>(null);
  const zone = useRef<HTMLSelectElement>(null);

  const country = useRef<HTMLSelectElement>(null);

  useEffect(() => {
    const own = currentName(new Intl.DateTimeFormat().resolvedOptions().timeZone);
    if (country.current) country.current.value = countryOfZone(own, countries) || country.current.value;
    if (zone.current && timeZones.includes(own)) zone.current.value = own;
  }, [countries, timeZones]);

  const followCountry = (code: string) => {
    const zones = countries.find((one) => one.code === code)?.timeZones ?? [];
    const own = currentName(new Intl.DateTimeFormat().resolvedOptions().timeZone);
    if (zone.current) zone.current.value = zones.includes(own) ? own : (zones[0] ?? "UTC");
  };

  useEffect(() => {
    const wrong = setUpFields.find((name) => state.errors[name]);
    if (wrong) form.current?.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus();
  }, [state]);

  const shown = (name: (typeof setUpFields)[number]) => ({
    name,
    defaultValue: state.values[name] ?? "",
    required: true,
  });
  return (
    <form ref={form} action={act} noValidate className="flex flex-col gap-4">
      <input type="hidden" name="token" value={token} />
      <Field label={words.country} help={words.countryHelp} error={state.errors.country}>
        <Select
          ref={country}
          name="country"
          autoComplete="country"
          key={state.values.country}
          defaultValue={state.values.country ?? guess}
          onChange={({ target }) => followCountry(target.value)}
          options={[
            { value: "", label: words.chooseCountry },
            ...countries.map(({ code, name }) => ({ value: code, label: name })),
          ]}
        />
      </Field>
      <Field label={words.timeZone} help={words.timeZoneHelp} error={state.errors.timezone}>
        <Select
          ref={zone}
          name="timezone"
          key={state.values.timezone}
          defaultValue={state.values.timezone ?? ""}
          options={[
            { value: "", label: words.zoneOfCountry },
            ...timeZones.map((value) => ({ value, label: value.replaceAll("_", " ") })),
          ]}
        />
      </Field>
      <Field label={words.company} error={state.errors.company}>
        <Input {...shown("company")} autoComplete="organization" />
      </Field>
      <Field label={words.name} error={state.errors.name}>
        <Input {...shown("name")} autoComplete="name" />
      </Field>
      <Field label={words.email} error={state.errors.email}>
        <Input {...shown("email")} type="email" autoComplete="username" autoCapitalize="none" />
      </Field>
      <PasswordField
        id="password"
        label={words.password}
        showLabel={words.showPassword}
        name="password"
        autoComplete="new-password"
        help={words.rule}
        error={state.errors.password}
        required
      />
      <SubmitButton intent="make" variant="primary">
        {words.submit}
      </SubmitButton>
    </form>
  );
}
