import { useTranslations } from "next-intl";
import { useId } from "react";

const SHOWN_FROM = 3;

export type ErrorSummaryProps = { errors: readonly { fieldId: string; message: string }[] };

/** Above a long form: links to the invalid fields, from three errors on. Below that the fields speak for themselves. */
export function ErrorSummary({ errors }: ErrorSummaryProps) {
  const t = useTranslations("common");
  const id = useId();
  if (errors.length < SHOWN_FROM) return null;
  return (
    <div
      role="alert"
      aria-labelledby={id}
      className="rounded-lg border border-danger-line bg-danger-soft px-4 py-3"
    >
      <div id={id} className="font-semibold">
        {t("fieldsNeedAttention", { count: errors.length })}
      </div>
      <ul className="mt-1 list-disc ps-5">
        {errors.map((error) => (
          <li key={error.fieldId}>
            <a
              href={`#${error.fieldId}`}
              className="inline-flex min-h-6 items-center rounded-sm text-danger-text underline underline-offset-3"
            >
              {error.message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
