import type { ReactNode } from "react";

export type EmptyStateProps = {
  title: ReactNode;
  children?: ReactNode;
  /** One main action, and perhaps one link. */
  actions?: ReactNode;
  /** A small real example, such as a CodeBlock. */
  example?: ReactNode;
  level?: 2 | 3;
};

/** Never used, filtered out and not allowed are three texts: say which. */
export function EmptyState({ title, children, actions, example, level = 2 }: EmptyStateProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <div className="flex flex-col items-start gap-4 rounded-lg border border-control border-dashed px-5 py-6 sm:px-8 sm:py-9">
      <div className="max-w-[60ch]">
        <Heading className="font-semibold text-base">{title}</Heading>
        {children ? <div className="mt-1 text-muted">{children}</div> : null}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-x-4 gap-y-2">{actions}</div> : null}
      {example ? <div className="w-full max-w-2xl">{example}</div> : null}
    </div>
  );
}
