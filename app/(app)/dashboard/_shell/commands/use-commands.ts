"use client";

import { useTranslations } from "next-intl";
import { type CommandGroup, matching, searched, shown } from "@/app/(app)/dashboard/_shell/commands/command";
import { useActions } from "@/app/(app)/dashboard/_shell/commands/use-actions";
import { useAway } from "@/app/(app)/dashboard/_shell/commands/use-away";
import { useOwn } from "@/app/(app)/dashboard/_shell/commands/use-own";
import { type NamedPages, usePages } from "@/app/(app)/dashboard/_shell/commands/use-pages";
import { usePasted } from "@/app/(app)/dashboard/_shell/commands/use-pasted";
import { usePeople } from "@/app/(app)/dashboard/_shell/commands/use-people";
import { useReference } from "@/app/(app)/dashboard/_shell/commands/use-reference";

export type CommandMenuProps = {
  pages: NamedPages;
  /** The Open API pages, for API users. */
  developerPages: NamedPages;
  /** Whether the visitor counts as an API user even without a key. */
  isDeveloper: boolean;
  signOut: () => Promise<void>;
};

/** The commands for this text, in groups. Keys, webhooks and the reference load when the menu opens, people while typing. */
export function useCommands(
  props: CommandMenuProps,
  text: string,
): { groups: CommandGroup[]; status: string } {
  const t = useTranslations("shell.commands");
  const wanted = text.trim();
  const pasted = usePasted(wanted);
  const actions = useActions(props.signOut);
  const away = useAway(text);
  const { keys, webhooks, hasKeys, isLoading, isError } = useOwn(wanted);
  const isDeveloper = props.isDeveloper || hasKeys;
  const pages = usePages(isDeveloper ? [...props.pages, ...props.developerPages] : props.pages);
  const people = usePeople(wanted);
  const { scopes, codes, reference } = useReference();
  const forDevelopers = [
    { value: t("groups.scopes"), items: searched(scopes, wanted) },
    { value: t("groups.codes"), items: searched(codes, wanted) },
    { value: t("groups.reference"), items: searched(reference, wanted) },
  ];
  // Actions first, then the user's own items, then the reference.
  const groups: CommandGroup[] = [
    { value: t("groups.open"), items: pasted },
    {
      value: t("groups.actions"),
      items: matching(
        [...actions.leave, away, ...(isDeveloper ? actions.developer : []), ...actions.everyday],
        wanted,
      ),
    },
    { value: t("groups.pages"), items: matching(pages, wanted) },
    { value: t("groups.keys"), items: shown(keys, wanted) },
    { value: t("groups.webhooks"), items: shown(webhooks, wanted) },
    { value: t("groups.people"), items: people.found },
    ...(isDeveloper ? forDevelopers : []),
  ];
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    status: isLoading || people.isLoading ? t("loading") : isError ? t("failed") : "",
  };
}
