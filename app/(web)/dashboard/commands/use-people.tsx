import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { UserRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/app/_trpc/queries";
import { copyText } from "@/app/_ui/copy-text";
import { useToast } from "@/app/_ui/toast";
import { useTypedText } from "@/app/_ui/use-typed-text";
import type { Command } from "@/app/(web)/dashboard/commands/command";

/** People within reach, found by the server; choosing one copies the id that the API knows them by. */
export function usePeople(text: string): { found: Command[]; isLoading: boolean } {
  const trpc = useTRPC();
  const t = useTranslations("shell.commands");
  const toast = useToast();
  const wanted = useTypedText(text);
  const isSearch = wanted.length >= 2 && wanted.length <= 100;
  const { data, isFetching } = useQuery(
    trpc.people.search.queryOptions(
      { text: wanted },
      { enabled: isSearch, placeholderData: keepPreviousData },
    ),
  );
  const copy = async (id: string, name: string) => {
    if (await copyText(id, null)) toast.success(t("personCopied", { name }), { description: id });
    else toast.error(t("personNotCopied", { id }));
  };
  return {
    isLoading: isSearch && isFetching && !data,
    found: (isSearch ? (data ?? []) : []).map(({ id, name, departmentName, status }) => ({
      id,
      label: name,
      note: [departmentName, status === "ACTIVE" ? null : t("personInactive"), t("personCopy")]
        .filter(Boolean)
        .join(" · "),
      icon: <UserRound aria-hidden />,
      leaves: false,
      run: () => void copy(id, name),
    })),
  };
}
