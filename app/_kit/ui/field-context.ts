"use client";

import { createContext, use } from "react";

export type FieldWiring = {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
};

export const FieldContext = createContext<FieldWiring | null>(null);

type OwnProps = { id?: string; "aria-describedby"?: string; "aria-invalid"?: unknown; required?: boolean };

/** Attributes that tie a control to the label, help and error of the surrounding Field. The control's own attributes win. */
export function useFieldWiring(own: OwnProps) {
  const field = use(FieldContext);
  const describedBy = [own["aria-describedby"], field?.describedBy].filter(Boolean).join(" ");
  return {
    id: own.id ?? field?.id,
    "aria-describedby": describedBy || undefined,
    "aria-invalid": (own["aria-invalid"] as boolean | undefined) ?? (field?.invalid || undefined),
    // Not `required`: the browser's own bubble would stop the form before our messages can appear.
    "aria-required": own.required || field?.required || undefined,
  };
}
