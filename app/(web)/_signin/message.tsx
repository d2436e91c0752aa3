import { CircleAlert, Info } from "lucide-react";
import type { ReactNode } from "react";

const box = "flex min-w-0 items-start gap-2.5 rounded-lg border px-3.5 py-3";

/** What went wrong with the form, read out at once. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className={`${box} border-danger-line bg-danger-soft`}>
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-text" />
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  );
}

/** What was done; the empty region is there from the start, or its first text would not be read out. */
export function Done({ children }: { children?: ReactNode }) {
  return (
    <div role="status" className={children ? `${box} border-accent-line bg-accent-soft` : "-mt-4"}>
      {children ? (
        <>
          <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-text" />
          <div className="min-w-0 wrap-anywhere">{children}</div>
        </>
      ) : null}
    </div>
  );
}
