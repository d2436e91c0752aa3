"use client";

import type { ReactNode } from "react";
import { Field } from "@/app/_ui/field";
import { Textarea } from "@/app/_ui/textarea";

/** Why it is denied. */
export function ReasonField({ label, help }: { label: ReactNode; help: ReactNode }) {
  return (
    <Field label={label} help={help} optional>
      <Textarea name="reason" maxLength={2000} />
    </Field>
  );
}
