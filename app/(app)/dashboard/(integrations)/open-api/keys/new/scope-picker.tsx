"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/app/_kit/ui/button";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { FieldError } from "@/app/_kit/ui/field-error";
import { Fieldset } from "@/app/_kit/ui/fieldset";
import { Radio, RadioGroup } from "@/app/_kit/ui/radio-group";
import { SearchInput } from "@/app/_kit/ui/search-input";
import {
  type PresetName,
  presetOf,
  presetsFor,
  type ScopePreset,
} from "@/app/(app)/dashboard/(integrations)/open-api/keys/scope-presets";
import {
  type KeyWords,
  objectionTo,
  readScopeOf,
  type ScopeGroup,
  type ScopeWords,
  scopeGroups,
  scopeWords,
} from "@/app/(app)/dashboard/(integrations)/open-api/keys/scope-words";
import type { Role } from "@/server/access/roles";
import type { Scope } from "@/server/access/scopes";
import { isFoundBy } from "@/server/kernel/text/folding";

/** The id of the group, for the error summary and for focus. */
export const scopesId = "scopes";

type Choice = { role: Role; value: readonly Scope[]; onChange: (value: Scope[]) => void };

/** Presets, a filter, and one checkbox for each scope. A scope that the role does not allow shows the reason. */
export function ScopePicker({ role, value, onChange, error }: Choice & { error: string | undefined }) {
  const t = useTranslations("keys");
  const [filter, setFilter] = useState("");
  const presets = presetsFor(role);
  const [preset, setPreset] = useState(() => presetOf(presets, value));
  const choose = (chosen: ScopePreset) => {
    setPreset(chosen.name);
    if (chosen.name !== "custom") onChange([...chosen.scopes]);
  };
  const change = (scopes: Scope[]) => {
    setPreset("custom");
    onChange(scopes);
  };
  const groups = matching(t, filter);
  const found = groups.reduce((sum, { scopes }) => sum + scopes.length, 0);
  return (
    // biome-ignore lint/a11y/useSemanticElements: labelled by the card's heading above it
    <div
      id={scopesId}
      role="group"
      tabIndex={-1}
      aria-labelledby="scopes-heading"
      aria-describedby={error ? "scopes-error" : undefined}
      className="flex flex-col gap-5 rounded-sm outline-none focus-visible:outline-2"
    >
      <Presets presets={presets} current={preset} onChoose={choose} />
      <div className="flex flex-col gap-2">
        <SearchInput
          label={t("picker.filter")}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          onKeyDown={(event) => {
            // Enter would submit the form.
            if (event.key === "Enter") event.preventDefault();
          }}
          className="sm:w-full"
        />
        <FieldError id="scopes-error">{error}</FieldError>
        <div role="status" className="sr-only">
          {filter ? t("picker.shown", { count: found }) : ""}
        </div>
        {groups.map((group) => (
          <Group key={group.resource} group={group} role={role} value={value} onChange={change} />
        ))}
        {groups.length === 0 ? (
          <div className="flex flex-wrap items-center gap-3 py-3 text-muted">
            {t("picker.noMatch", { text: filter })}
            <Button size="sm" onClick={() => setFilter("")}>
              {t("picker.clear")}
            </Button>
          </div>
        ) : null}
      </div>
    </div>
  );
}

function matching(t: KeyWords, filter: string): ScopeGroup[] {
  const wanted = filter.trim();
  const matches = (title: string, { scope, label, what }: ScopeWords) =>
    isFoundBy(`${title} ${scope} ${label} ${what}`, wanted);
  return scopeGroups(t)
    .map((group) => ({ ...group, scopes: group.scopes.filter((words) => matches(group.title, words)) }))
    .filter(({ scopes }) => scopes.length > 0);
}

type PresetsProps = {
  presets: readonly ScopePreset[];
  current: PresetName;
  onChoose: (preset: ScopePreset) => void;
};

function Presets({ presets, current, onChoose }: PresetsProps) {
  const t = useTranslations("keys");
  return (
    <RadioGroup label={t("picker.presets")}>
      <div className="grid gap-2 sm:grid-cols-2">
        {presets.map((preset) => (
          <div
            key={preset.name}
            className="rounded-md border border-line px-3 py-2.5 transition-colors has-checked:border-accent has-checked:bg-accent-soft not-has-disabled:hover:border-control last:sm:col-span-2 dark:has-checked:border-ring"
          >
            <Radio
              name="preset"
              value={preset.name}
              label={t(`presets.${preset.name}.label`)}
              description={
                preset.isRefused
                  ? t("presets.notifications.refusal")
                  : t(`presets.${preset.name}.description`)
              }
              disabled={preset.isRefused}
              checked={current === preset.name}
              onChange={() => onChoose(preset)}
            />
          </div>
        ))}
      </div>
    </RadioGroup>
  );
}

function Group({ group, role, value, onChange }: Choice & { group: ScopeGroup }) {
  const t = useTranslations("keys");
  const missing = group.scopes
    .filter(({ scope }) => value.includes(scope))
    .map(({ scope }) => readScopeOf(scope))
    .find((read) => read && !value.includes(read));
  const actsForOthers = group.scopes.some(({ scope }) => scope === "users:act-on-behalf");
  const toggle = (scope: Scope, on: boolean) =>
    onChange(on ? [...value, scope] : value.filter((other) => other !== scope));
  return (
    <Fieldset
      legend={group.title}
      className="border-line border-t py-3 first-of-type:border-t-0 sm:grid sm:grid-cols-[9rem_minmax(0,1fr)] sm:items-start sm:gap-x-4"
    >
      <div>
        <div className="grid gap-3 sm:grid-cols-2 sm:gap-x-5">
          {group.scopes.map((words) => (
            <ScopeBox
              key={words.scope}
              words={words}
              refusal={objectionTo(t, role, words.scope)}
              checked={value.includes(words.scope)}
              onToggle={(on) => toggle(words.scope, on)}
            />
          ))}
        </div>
        <div role="status" className="*:mt-2.5">
          {missing ? (
            <Button size="sm" onClick={() => toggle(missing, true)}>
              {t("picker.alsoAdd", { scope: scopeWords(t, missing).label })}
            </Button>
          ) : null}
          {actsForOthers && value.includes("users:act-on-behalf") ? <ActingWarning /> : null}
        </div>
      </div>
    </Fieldset>
  );
}

function ActingWarning() {
  const t = useTranslations("keys");
  return (
    <p className="flex items-start gap-1.5 text-warning-text text-xs">
      <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
      {t("picker.acting")}
    </p>
  );
}

type BoxProps = {
  words: ScopeWords;
  refusal: string | null;
  checked: boolean;
  onToggle: (on: boolean) => void;
};

function ScopeBox({ words, refusal, checked, onToggle }: BoxProps) {
  const description = (
    <>
      <code className="font-mono text-fg/85">{words.scope}</code> – {words.what}
      {refusal ? <span className="mt-0.5 block text-fg">{refusal}</span> : null}
    </>
  );
  return (
    <Checkbox
      label={words.label}
      description={description}
      disabled={refusal !== null}
      checked={checked}
      onChange={(event) => onToggle(event.target.checked)}
    />
  );
}
