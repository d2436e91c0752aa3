import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/app/_kit/ui/class-names";

export type CardProps = Omit<ComponentProps<"section">, "title"> & {
  title?: ReactNode;
  /** Id of the heading; with it the card is a `region` of that name. */
  titleId?: string;
  description?: ReactNode;
  actions?: ReactNode;
  level?: 2 | 3;
  /** No inner padding, for a table that reaches the edges. */
  flush?: boolean;
};

/** A framed section of a page. */
export function Card({
  title,
  titleId,
  description,
  actions,
  level = 2,
  flush,
  className,
  children,
  ...rest
}: CardProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section
      {...rest}
      aria-labelledby={titleId}
      className={cn("min-w-0 rounded-lg border border-line bg-surface", className)}
    >
      {title ? (
        <div
          className={cn(
            "flex flex-wrap justify-between gap-x-4 gap-y-2 px-4 pt-3.5 pb-1 sm:px-5",
            description ? "items-start" : "items-center",
          )}
        >
          {/* A long description leaves the actions their place at its side. */}
          <div className="min-w-0 sm:flex-1 sm:basis-48">
            <Heading id={titleId} className="font-semibold">
              {title}
            </Heading>
            {description ? <div className="text-muted">{description}</div> : null}
          </div>
          {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
        </div>
      ) : null}
      <div
        className={cn(flush ? "pt-1.5" : cn("px-4 pb-4 sm:px-5 sm:pb-5", title ? "pt-2.5" : "pt-4 sm:pt-5"))}
      >
        {children}
      </div>
    </section>
  );
}
