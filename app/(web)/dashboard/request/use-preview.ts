import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { leaveOfForm } from "@/app/(web)/dashboard/request/leave-of-form";

/** Typing is waited for this long. */
const pauseMs = 250;

/** What the leave would do, asked for when nothing has been typed for a moment. */
export function usePreview(leave: ReturnType<typeof leaveOfForm>) {
  const text = JSON.stringify(leave);
  const [asked, setAsked] = useState("null");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const wanted = JSON.parse(asked) as typeof leave;
  const trpc = useTRPC();
  const { data, isError, isFetching } = useQuery({
    ...trpc.leaves.preview.queryOptions(wanted ?? { leaveId: "" }),
    enabled: wanted !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (leave === null) return { preview: null, state: "empty" as const };
  if (isFetching || asked !== text) return { preview: data ?? null, state: "loading" as const };
  return { preview: data ?? null, state: isError ? ("failed" as const) : ("shown" as const) };
}
