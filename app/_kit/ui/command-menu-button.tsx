"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { Button } from "@/app/_kit/ui/button";
import { Kbd } from "@/app/_kit/ui/kbd";

const noSubscription = () => () => {};
const isApple = () => /mac|iphone|ipad/i.test(navigator.platform);

/** The header's button for the command menu; shows its keyboard shortcut. */
export function CommandMenuButton({ onClick }: { onClick: () => void }) {
  const t = useTranslations("shell");
  const apple = useSyncExternalStore(noSubscription, isApple, () => false);
  return (
    <Button
      aria-label={t("openCommandMenu")}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onClick}
      className="text-muted"
    >
      <Search aria-hidden />
      <span aria-hidden className="hidden items-center gap-2 sm:flex md:hidden lg:flex">
        {t("search")}
        <Kbd>{apple ? "⌘K" : t("controlK")}</Kbd>
      </span>
    </Button>
  );
}
