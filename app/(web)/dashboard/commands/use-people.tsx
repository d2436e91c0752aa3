import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { UserRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/app/_trpc/queries";
import { useTypedText } from "@/app/_ui/use-typed-text";
import type { Command } from "@/app/(web)/dashboard/commands/command";
import { useGo } from "@/app/(web)/dashboard/commands/use-go";
import { paths } from "@/app/(web)/dashboard/paths";

/** People within reach, found by the server. */
export function usePeople(text: string): { found: Command[]; isLoading: boolean } {
  const trpc = useTRPC();
  const t = useTranslations("shell.commands");
  const go = useGo();
  const wanted = useTypedText(text);
  const isSearch = wanted.length >= 2 && wanted.length <= 100;
  const { data, isFetching } = useQuery(
    trpc.people.search.queryOptions(
      { text: wanted },
      { enabled: isSearch, placeholderData: keepPreviousData },
    ),
  );
  return {
    isLoading: isSearch && isFetching && !data,
    found: (isSearch ? (data ?? []) : []).map(({ id, name, departmentName, status }) => ({
      id,
      label: name,
      note: [departmentName, status === "ACTIVE" ? null : t("personInactive")].filter(Boolean).join(" · "),
      icon: <UserRound aria-hidden />,
      ...go(paths.person(id)),
    })),
  };
}
