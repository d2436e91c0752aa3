import { CircleAlert, Info } from "lucide-react";
import type { ReactNode } from "react";

const box = "flex min-w-0 items-start gap-2.5 rounded-lg border px-3.5 py-3";

/** The form's error, announced at once by screen readers. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className={`${box} border-danger-line bg-danger-soft`}>
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-text" />
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  );
}

/** The success message. The empty region is there from the start; otherwise its first text would not be announced. */
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
