import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import type { inferRouterInputs } from "@trpc/server";
import { useAsked } from "@/app/_kit/form/use-asked";
import { errorOf } from "@/app/_trpc/error-of";
import { useTRPC } from "@/app/_trpc/queries";
import type { AppRouter } from "@/server/api/trpc";

export type Question = inferRouterInputs<AppRouter>["leaves"]["preview"];

/** The preview of a leave, loaded after a pause in typing. */
export function usePreview(question: Question | null) {
  const { wanted, isCurrent } = useAsked(question);
  const { data, error, isError, isFetching, refetch } = useQuery(
    useTRPC().leaves.preview.queryOptions(wanted ?? skipToken, {
      placeholderData: keepPreviousData,
      retry: false,
      // Policies, approvers and colleagues change while the form is open.
      staleTime: 0,
      // While offline, a paused query would keep the answer to an earlier question on screen.
      networkMode: "always",
    }),
  );
  const again = () => void refetch();
  const at = { refused: [], again };
  if (question === null) return { ...at, preview: null, state: "empty" as const };
  if (isFetching || !isCurrent) return { ...at, preview: data ?? null, state: "loading" as const };
  if (!isError) return { ...at, preview: data ?? null, state: "shown" as const };
  const refused = errorOf(error)?.details?.fields ?? [];
  // A fault of the preview query would be a fault of the request.
  return {
    again,
    refused,
    preview: null,
    state: refused.length > 0 ? ("refused" as const) : ("failed" as const),
  };
}
