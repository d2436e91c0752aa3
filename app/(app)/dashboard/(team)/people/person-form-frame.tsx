"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LeaveGuard } from "@/app/_kit/form/leave-guard";
import type { Form } from "@/app/_kit/form/use-form";
import { Button } from "@/app/_kit/ui/button";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { ErrorSummary } from "@/app/_kit/ui/error-summary";
import { LinkButton } from "@/app/_kit/ui/link-button";
import type { PersonValues } from "@/app/(app)/dashboard/(team)/people/person-values";

type Props = {
  form: Form<PersonValues>;
  /** It was sent, and the navigation is in progress. */
  done: boolean;
  submit: string;
  /** The question before unsaved changes are discarded. */
  leave: string;
  backHref: string;
  children: ReactNode;
};

/** Wraps a person's fields: the error summary, and the buttons. */
export function PersonFormFrame({ form, done, submit, leave, backHref, children }: Props) {
  const t = useTranslations("common");
  return (
    <form onSubmit={form.submit} noValidate className="flex max-w-3xl flex-col gap-5">
      <ErrorSummary errors={form.summary} />
      {children}
      {form.failure ? <ErrorPanel error={form.failure} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" pending={form.isSaving || done}>
          {submit}
        </Button>
        <LinkButton href={backHref} variant="ghost">
          {t("cancel")}
        </LinkButton>
      </div>
      <LeaveGuard active={form.isDirty && !done} title={leave} />
    </form>
  );
}
