import type { ReactNode } from "react";
import { cn } from "@/app/_kit/ui/class-names";

type HeadingProps = { level?: 2 | 3; id: string; children: ReactNode; className?: string };

/** A heading that links to itself, for sharing. */
export function AnchoredHeading({ level = 2, id, children, className }: HeadingProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <Heading id={id} className={cn("font-semibold", level === 2 ? "text-base" : "text-sm", className)}>
      <a
        href={`#${id}`}
        className="rounded-sm py-1 after:ms-1.5 after:text-subtle after:opacity-0 after:content-['#'_/_''] hover:after:opacity-100 focus-visible:after:opacity-100"
      >
        {children}
      </a>
    </Heading>
  );
}

/** A section of an operation's page. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col gap-2.5">
      <AnchoredHeading id={id}>{title}</AnchoredHeading>
      {children}
    </section>
  );
}
