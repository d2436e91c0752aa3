import type { inferRouterInputs } from "@trpc/server";
import { useTRPCClient } from "@/app/_trpc/client";
import { errorOf } from "@/app/_trpc/error-of";
import { useAnswer } from "@/app/_trpc/use-answer";
import type { AppRouter } from "@/server/api/trpc";

export type Question = inferRouterInputs<AppRouter>["leaves"]["preview"];

/** The preview of a leave, loaded after a pause in typing. Policies, approvers and colleagues change while the form is open. */
export function usePreview(question: Question | null) {
  const { preview: ask } = useTRPCClient().leaves;
  const { shown, error, isLoading, again } = useAnswer(question, ask.query, {
    pauseMs: 250,
    refreshes: true,
  });
  const at = { refused: [], again };
  if (question === null) return { ...at, preview: null, state: "empty" as const };
  if (isLoading) return { ...at, preview: shown?.found ?? null, state: "loading" as const };
  if (!error) return { ...at, preview: shown?.found ?? null, state: "shown" as const };
  const refused = errorOf(error)?.details?.fields ?? [];
  // A fault of the preview query would be a fault of the request.
  return {
    again,
    refused,
    preview: null,
    state: refused.length > 0 ? ("refused" as const) : ("failed" as const),
  };
}
