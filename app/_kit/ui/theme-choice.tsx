"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTheme } from "next-themes";
import { useSyncExternalStore } from "react";
import { MenuChoices } from "@/app/_kit/ui/menu";
import { Radio, RadioGroup } from "@/app/_kit/ui/radio-group";

const themes = [
  { value: "system", icon: <Monitor aria-hidden /> },
  { value: "light", icon: <Sun aria-hidden /> },
  { value: "dark", icon: <Moon aria-hidden /> },
] as const;

const noSubscription = () => () => {};

/** The stored choice; "system" until hydrated, because the server cannot know it. */
export function useThemeChoice() {
  const { theme, setTheme } = useTheme();
  const hydrated = useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  );
  return { value: (hydrated && theme) || "system", set: setTheme };
}

/** Menu items "Theme: System", "Theme: Light", "Theme: Dark". */
export function ThemeMenuItems() {
  const t = useTranslations("common");
  const { value, set } = useThemeChoice();
  const choices = themes.map((theme) => ({ ...theme, label: t(`theme.menu.${theme.value}`) }));
  return <MenuChoices label={t("theme.title")} value={value} onChange={set} choices={choices} />;
}

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
