import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { UserRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTypedText } from "@/app/_kit/ui/use-typed-text";
import { useTRPC } from "@/app/_trpc/queries";
import type { Command } from "@/app/(app)/dashboard/_shell/commands/command";
import { useGo } from "@/app/(app)/dashboard/_shell/commands/use-go";
import { paths } from "@/app/paths";

const most = 12;

/** People within reach and colleagues within sight, searched by the server. */
export function usePeople(text: string): { found: Command[]; isLoading: boolean } {
  const trpc = useTRPC();
  const t = useTranslations("shell.commands");
  const go = useGo();
  const wanted = useTypedText(text);
  const isSearch = wanted.length >= 2 && wanted.length <= 100;
  const asked = { enabled: isSearch, placeholderData: keepPreviousData };
  const reached = useQuery(trpc.people.search.queryOptions({ text: wanted }, asked));
  const seen = useQuery(trpc.people.colleagues.queryOptions({ text: wanted }, asked));
  const people = (isSearch ? (reached.data ?? []) : []).map(({ id, name, departmentName, status }) => ({
    id,
    label: name,
    note: [departmentName, status === "ACTIVE" ? null : t("personInactive")].filter(Boolean).join(" · "),
    icon: <UserRound aria-hidden />,
    ...go(paths.person(id)),
  }));
  const known = new Set(people.map(({ id }) => id));
  // A colleague within sight only has no page, but days on the wallchart.
  const colleagues = (isSearch ? (seen.data ?? []) : [])
    .filter(({ id }) => !known.has(id))
    .map(({ id, name, department }) => ({
      id,
      label: name,
      note: `${department.name} · ${t("seeWallchart")}`,
      icon: <UserRound aria-hidden />,
      ...go(`${paths.wallchart}?department=${department.id}`),
    }));
  return {
    isLoading: isSearch && (reached.isLoading || seen.isLoading),
    found: [...people, ...colleagues].slice(0, most),
  };
}
