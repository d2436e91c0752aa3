"use client";

import { useTranslations } from "next-intl";
import { Radio, RadioGroup } from "@/app/_kit/ui/radio-group";
import { themes, useThemeChoice } from "@/app/_kit/ui/theme-choice";

/** The choice of the account menu as a radio group, for a settings page. */
export function ThemeRadioGroup() {
  const t = useTranslations("common");
  const { value, set } = useThemeChoice();
  return (
    <RadioGroup label={t("theme.title")}>
      {themes.map((theme) => (
        <Radio
          key={theme.value}
          name="theme"
          value={theme.value}
          label={t(`theme.${theme.value}`)}
          checked={value === theme.value}
          // A browser that restores form values after a reload would bypass React.
          autoComplete="off"
          onChange={() => set(theme.value)}
        />
      ))}
    </RadioGroup>
  );
}
