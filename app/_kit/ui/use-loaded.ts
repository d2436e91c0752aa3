"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { reloadIfStale } from "@/app/_kit/ui/stale-build";
import { useToast } from "@/app/_kit/ui/toast";

/**
 * Code that most visits never need, so that it is not part of every page: loaded when it is first `wanted`, undefined until then, and kept
 * from then on. When loading fails, shows an error unless a reload helps, and calls `onFail`, after which it can be wanted again.
 */
export function useLoaded<Parts>(
  load: () => Promise<Parts>,
  wanted: boolean,
  onFail: () => void,
): Parts | undefined {
  const t = useTranslations("common.unreachable");
  const toast = useToast();
  const [parts, setParts] = useState<Parts>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only `wanted` loads it
  useEffect(() => {
    if (!wanted || parts) return;
    load().then(setParts, async (error) => {
      if (await reloadIfStale(error)) return;
      toast.error(t("name"), { description: t("resolution") });
      onFail();
    });
  }, [wanted]);
  return parts;
}
