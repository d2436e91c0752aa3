"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { useSyncExternalStore } from "react";
import { MenuChoices } from "@/app/_ui/menu";
import { Radio, RadioGroup } from "@/app/_ui/radio-group";

const THEME = "Theme";
const themes = [
  { value: "system", label: "System", icon: <Monitor aria-hidden /> },
  { value: "light", label: "Light", icon: <Sun aria-hidden /> },
  { value: "dark", label: "Dark", icon: <Moon aria-hidden /> },
];

const noSubscription = () => () => {};

/** The stored choice; "system" until hydrated, because the server cannot know it. */
function useThemeChoice() {
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
  const { value, set } = useThemeChoice();
  const choices = themes.map((theme) => ({ ...theme, label: `${THEME}: ${theme.label}` }));
  return <MenuChoices label={THEME} value={value} onChange={set} choices={choices} />;
}

/** The same choice as a radio group, for a settings page. */
export function ThemeRadioGroup() {
  const { value, set } = useThemeChoice();
  return (
    <RadioGroup label={THEME}>
      {themes.map((theme) => (
        <Radio
          key={theme.value}
          name="theme"
          value={theme.value}
          label={theme.label}
          checked={value === theme.value}
          // A browser that fills in the form after a reload would do so behind React's back.
          autoComplete="off"
          onChange={() => set(theme.value)}
        />
      ))}
    </RadioGroup>
  );
}
