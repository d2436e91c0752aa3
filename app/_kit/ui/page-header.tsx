import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { FocusHeading } from "@/app/_kit/ui/focus-heading";
import { PageLink } from "@/app/_kit/ui/page-link";

export type Crumb = { label: string; href: string };
export type PageHeaderProps = {
  title: ReactNode;
  /** The pages above this one, outermost first. */
  breadcrumb?: readonly Crumb[];
  /** Beside the title, such as a Badge. */
  status?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
};

/** Breadcrumb, the page's only `h1`, and its actions. */
export function PageHeader({ title, breadcrumb, status, description, actions }: PageHeaderProps) {
  return (
    <div className="mb-6 flex flex-col gap-2">
      {breadcrumb?.length ? <Breadcrumb crumbs={breadcrumb} /> : null}
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <FocusHeading>{title}</FocusHeading>
            {status}
          </div>
          {description ? <div className="mt-1 max-w-[70ch] text-muted">{description}</div> : null}
        </div>
        {actions ? (
          <div className="flex flex-wrap items-center gap-2 sm:justify-end sm:text-end print:hidden">
            {actions}
          </div>
        ) : null}
      </div>
    </div>
  );
}

function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useTranslations("common");
  return (
    <nav aria-label={t("breadcrumb")}>
      <ol className="flex flex-wrap items-center gap-x-1 text-muted text-xs">
        {crumbs.map((crumb, index) => (
          <li key={crumb.href} className="flex min-w-0 items-center gap-1">
            {index > 0 ? (
              <ChevronRight aria-hidden className="size-3 shrink-0 text-subtle rtl:-scale-x-100" />
            ) : null}
            <PageLink
              href={crumb.href}
              className="inline-flex min-h-6 items-center rounded-sm hover:text-fg hover:underline pointer-coarse:-my-2.5 pointer-coarse:min-h-11"
            >
              {crumb.label}
            </PageLink>
          </li>
        ))}
      </ol>
    </nav>
  );
}
