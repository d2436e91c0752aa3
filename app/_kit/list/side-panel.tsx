"use client";

import { ExternalLink, X } from "lucide-react";
import type { ReactNode } from "react";
import { DetailsSkeleton } from "@/app/_kit/page/page-skeleton";
import { shownError } from "@/app/_kit/page/shown-error";
import { Button } from "@/app/_kit/ui/button";
import { cn } from "@/app/_kit/ui/class-names";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { TextLink } from "@/app/_kit/ui/text-link";

type Props<Data> = {
  /** Names the region, such as "Request details". */
  label: string;
  /** The page with the same content, if any. */
  page?: { href: string; label: string };
  /** Always open where there is space beside the list. */
  stays?: boolean;
  closeLabel: string;
  loadingLabel: string;
  onClose: () => void;
  query: { data: Data | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };
  children: (data: Data) => ReactNode;
};

/** The panel that a row opens beside its list: as high as the window, and the page makes space for it. */
export function SidePanel<Data>({
  label,
  page,
  stays = false,
  closeLabel,
  loadingLabel,
  onClose,
  query,
  children,
}: Props<Data>) {
  const { data, error, isFetching, refetch } = query;
  return (
    <aside
      aria-label={label}
      data-side-panel
      tabIndex={-1}
      className="min-w-0 border-line bg-surface px-4 py-3.5 max-lg:order-first max-lg:rounded-lg max-lg:border lg:fixed lg:top-13.25 lg:bottom-0 lg:end-0 lg:z-20 lg:w-96 lg:overflow-y-auto lg:overscroll-contain lg:border-s"
    >
      <div className={cn("mb-3 flex items-center justify-between gap-2", stays && "lg:hidden")}>
        {page ? (
          <TextLink href={page.href} className="inline-flex items-center gap-1.5">
            {page.label}
            <ExternalLink aria-hidden className="size-3.5" />
          </TextLink>
        ) : (
          <span aria-hidden className="text-muted text-xs">
            {label}
          </span>
        )}
        <Button size="iconSm" variant="ghost" aria-label={closeLabel} onClick={onClose} className="ms-auto">
          <X aria-hidden />
        </Button>
      </div>
      {data ? (
        children(data)
      ) : error ? (
        <ErrorPanel error={shownError(error)} retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <DetailsSkeleton label={loadingLabel} />
      )}
    </aside>
  );
}
