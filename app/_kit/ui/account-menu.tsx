"use client";

import { LogOut, Settings } from "lucide-react";
import { useTranslations } from "next-intl";
import { Avatar } from "@/app/_kit/ui/avatar";
import { Button } from "@/app/_kit/ui/button";
import { Menu, MenuItem, MenuSeparator } from "@/app/_kit/ui/menu";
import { ThemeMenuItems } from "@/app/_kit/ui/theme-choice";

export type Account = {
  name: string;
  email: string;
  /** Without it there is no item "Settings". */
  settingsHref?: string;
  /** A callback of the client … */
  onSignOut?: () => void;
  /** … or a server action that signs out and redirects. */
  signOutAction?: () => Promise<void>;
};

/** The user's initials; opens settings, theme and sign-out. */
export function AccountMenu({ name, email, settingsHref, onSignOut, signOutAction }: Account) {
  const t = useTranslations("shell");
  const signOut = onSignOut ?? (signOutAction ? () => void signOutAction() : undefined);
  const trigger = (
    <Button variant="ghost" size="icon" aria-label={t("accountMenu")} className="rounded-full">
      <Avatar name={name} />
    </Button>
  );
  return (
    <Menu trigger={trigger}>
      <div role="presentation" className="max-w-64 px-2 py-1.5">
        <div className="truncate font-medium">{name}</div>
        <div className="truncate text-muted text-xs">{email}</div>
      </div>
      <MenuSeparator />
      {settingsHref ? (
        <MenuItem href={settingsHref} icon={<Settings aria-hidden />}>
          {t("settings")}
        </MenuItem>
      ) : null}
      <ThemeMenuItems />
      {signOut ? (
        <>
          <MenuSeparator />
          <MenuItem onSelect={signOut} icon={<LogOut aria-hidden />}>
            {t("signOut")}
          </MenuItem>
        </>
      ) : null}
    </Menu>
  );
}
