import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CopyButton } from "@/app/_kit/ui/copy-button";

export type CodeBlockProps = {
  /** What the code is, such as "curl example": names the region and the copy button. */
  label: string;
  code: string;
  /** Highlighted markup to show instead of the plain text. */
  children?: ReactNode;
  copyLabel?: string;
};

/** Code that scrolls sideways in its box; nothing else may. */
export function CodeBlock({ label, code, children, copyLabel }: CodeBlockProps) {
  const t = useTranslations("common");
  return (
    <div className="min-w-0 overflow-hidden rounded-lg border border-line bg-sunken">
      <div className="flex items-center justify-between gap-2 border-line border-b py-1 pe-1.5 ps-3">
        <span className="min-w-0 truncate font-medium text-muted text-xs">{label}</span>
        <CopyButton value={code} label={copyLabel ?? t("copyOf", { label })} iconOnly />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a focusable scroll area needs a name, not a heading */}
      <div
        role="region"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable with the keyboard
        tabIndex={0}
        className="-outline-offset-2 overflow-x-auto rounded-b-lg"
      >
        <pre className="w-max min-w-full px-3 py-2.5 font-mono text-[0.8125rem] leading-5">
          <code>{children ?? code}</code>
        </pre>
      </div>
    </div>
  );
}
