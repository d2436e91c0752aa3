import type { ReactNode } from "react";
import { cn } from "@/app/_kit/ui/class-names";
import { Logo } from "@/app/_kit/ui/logo";
import { SkipLink } from "@/app/_kit/ui/skip-link";

const PRODUCT = "Timeaway";

export type BarePageProps = {
  children: ReactNode;
  /** Beside the product's name, such as the host on the sign-in page. */
  headerEnd?: ReactNode;
  footer?: ReactNode;
  wide?: boolean;
};

/** A single centred column without navigation: sign-in, consent, error pages. */
export function BarePage({ children, headerEnd, footer, wide = false }: BarePageProps) {
  const column = cn("mx-auto w-full px-4", wide ? "max-w-xl" : "max-w-md");
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className={cn(column, "flex items-center justify-between gap-3 pt-8 pb-5 sm:pt-16")}>
        <span className="flex items-center gap-2 font-semibold text-base">
          <Logo />
          {PRODUCT}
        </span>
        {headerEnd ? <span className="min-w-0 truncate text-muted text-xs">{headerEnd}</span> : null}
      </header>
      <main id="content" tabIndex={-1} className={cn(column, "pb-10 outline-none")}>
        {children}
      </main>
      {footer ? <footer className={cn(column, "mt-auto pb-6 text-muted text-xs")}>{footer}</footer> : null}
    </div>
  );
}
