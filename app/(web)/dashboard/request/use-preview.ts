import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import type { inferRouterInputs } from "@trpc/server";
import { useTRPC } from "@/app/_trpc/queries";
import { useAsked } from "@/app/(web)/dashboard/use-asked";
import type { AppRouter } from "@/server/api/trpc";

export type Question = inferRouterInputs<AppRouter>["leaves"]["preview"];

/** What the leave would do, asked for when nothing has been typed for a moment. */
export function usePreview(question: Question | null) {
  const { wanted, isCurrent } = useAsked(question);
  const { data, isError, isFetching, refetch } = useQuery(
    useTRPC().leaves.preview.queryOptions(wanted ?? skipToken, {
      placeholderData: keepPreviousData,
      retry: false,
      // Policies, approvers and colleagues change while the form is open.
      staleTime: 0,
      // Waiting for the network would show the answer to another question meanwhile.
      networkMode: "always",
    }),
  );
  const again = () => void refetch();
  if (question === null) return { preview: null, state: "empty" as const, again };
  if (isFetching || !isCurrent) return { preview: data ?? null, state: "loading" as const, again };
  const state = isError ? ("failed" as const) : ("shown" as const);
  return { preview: isError ? null : (data ?? null), state, again };
}
