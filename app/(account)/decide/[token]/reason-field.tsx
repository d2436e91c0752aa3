"use client";

import type { ReactNode } from "react";
import { Field } from "@/app/_kit/ui/field";
import { Textarea } from "@/app/_kit/ui/textarea";
import { limits } from "@/drizzle/schema/limits";

type Props = { label: ReactNode; help: ReactNode; value: string; error?: ReactNode };

/** The reason for a denial. */
export function ReasonField({ label, help, value, error }: Props) {
  return (
    <Field label={label} help={help} error={error} optional>
      <Textarea name="reason" maxLength={limits.reason} defaultValue={value} />
    </Field>
  );
}

/** What is asked before the decision. */
export function QuestionField({ label, help }: Pick<Props, "label" | "help">) {
  return (
    <Field label={label} help={help} required>
      <Textarea name="question" required maxLength={limits.reason} />
    </Field>
  );
}
