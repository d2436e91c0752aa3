import { useQuery } from "@tanstack/react-query";
import { BookOpen, CircleAlert, ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useErrorWords } from "@/app/_i18n/error-words";
import { useTRPC } from "@/app/_trpc/queries";
import type { Command } from "@/app/(app)/dashboard/_shell/commands/command";
import { useGo } from "@/app/(app)/dashboard/_shell/commands/use-go";
import { paths } from "@/app/paths";

const forever = Number.POSITIVE_INFINITY;

/** Scopes, error codes and pages of the reference. */
export function useReference(): Record<"scopes" | "codes" | "reference", Command[]> {
  const trpc = useTRPC();
  const go = useGo();
  const t = useTranslations("shell.commands");
  const wordsOf = useErrorWords();
  const { data } = useQuery(trpc.reference.index.queryOptions(undefined, { staleTime: forever }));
  return {
    scopes: (data?.scopes ?? []).map((scope) => ({
      id: `scope ${scope}`,
      label: scope,
      note: t("keyWithScope"),
      words: "scope",
      icon: <ShieldCheck aria-hidden />,
      ...go(paths.newKeyWith([scope])),
    })),
    codes: (data?.codes ?? []).map(({ code, name }) => ({
      id: `code ${code}`,
      label: code,
      note: wordsOf({ code, name }, false).name,
      words: name,
      icon: <CircleAlert aria-hidden />,
      ...go(paths.errorCode(code)),
    })),
    reference: (data?.pages ?? []).map(({ title, href, method, group, words }) => ({
      id: href,
      label: title,
      note: method ? `${method} · ${group}` : group,
      words,
      lang: "en",
      icon: <BookOpen aria-hidden />,
      ...go(href),
    })),
  };
}
