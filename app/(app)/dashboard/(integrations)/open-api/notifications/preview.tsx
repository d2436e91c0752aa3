"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { shownError } from "@/app/_kit/page/shown-error";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Note } from "@/app/_kit/ui/note";
import { Skeleton } from "@/app/_kit/ui/skeleton";
import { useTRPC } from "@/app/_trpc/queries";
import { scheduleFaults } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/form-faults";
import {
  bodyOf,
  type FormValues,
} from "@/app/(app)/dashboard/(integrations)/open-api/notifications/form-values";
import { MessagePreview } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/message-preview";
import { NextSends } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/next-sends";
import { limits } from "@/drizzle/schema/values";
import { isSafeName } from "@/server/kernel/text/text-rules";

const typedForMs = 400;

function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typedForMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** The draft for a preview: name and destinations may still be missing. */
function draftOf(values: FormValues, fallbackName: string, id: string | undefined) {
  const { destinations: _, ...body } = bodyOf(values);
  const name = isSafeName(body.name, limits.name) ? body.name : fallbackName;
  if (id !== undefined) return { id, patch: { ...body, name } };
  // A placeholder that receives nothing: a preview only reads.
  const destinations = [{ platform: "email" as const, addresses: ["preview@example.com"] }];
  return { draft: { ...body, name, destinations } };
}

/** The region "Preview": the next message, and the next three send times. */
export function Preview({ values, id }: { values: FormValues; id: string | undefined }) {
  const t = useTranslations("notifications.preview");
  const settled = useSettled(values);
  const isReady = scheduleFaults(settled).length === 0;
  const kind = useTranslations("notifications.form")(`kinds.${settled.frequency}.label`);
  const { data, error, isFetching, refetch } = useQuery(
    useTRPC().notifications.preview.queryOptions(draftOf(settled, kind, id), {
      enabled: isReady,
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <section
      aria-labelledby="preview-heading"
      aria-busy={isFetching}
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface px-4 pt-3.5 pb-5 sm:px-5"
    >
      <div>
        <h2 id="preview-heading" className="font-semibold">
          {t("title")}
        </h2>
        <p className="text-muted">{t("help")}</p>
      </div>
      {isReady ? null : <p className="text-muted">{t("incomplete")}</p>}
      {isReady && error ? (
        <ErrorPanel error={shownError(error)} onRetry={() => void refetch()} retrying={isFetching} />
      ) : null}
      {isReady && !error && !data ? <Waiting label={t("loading")} /> : null}
      {isReady && !error && data ? (
        <>
          {data.isSkipped && data.next.length > 0 ? (
            <Note label={t("skippedLabel")}>{t("skipped")}</Note>
          ) : null}
          <MessagePreview message={data.message} />
          <NextSends next={data.next} schedule={settled} />
        </>
      ) : null}
    </section>
  );
}

function Waiting({ label }: { label: string }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <div aria-hidden className="flex flex-col gap-2.5">
        <Skeleton className="h-40 w-full" />
        <Skeleton className="w-1/2" />
        <Skeleton className="w-3/4" />
        <Skeleton className="w-3/4" />
      </div>
    </div>
  );
}
