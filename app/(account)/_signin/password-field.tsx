"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { Button } from "@/app/_kit/ui/button";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { useIsAwake } from "@/app/_kit/ui/use-is-awake";

type Props = ComponentProps<typeof Input> & {
  id: string;
  label: string;
  showLabel: string;
  error?: string;
  help?: string;
};

/** A password field with a button that shows the password. Without JavaScript the button is absent. */
export function PasswordField({ id, label, showLabel, error, help, ...input }: Props) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  const toggle = (
    <Button
      variant="ghost"
      size="sm"
      className="-my-1.5 -me-2 self-center"
      hidden={!useIsAwake()}
      aria-pressed={shown}
      aria-controls={id}
      onClick={() => setShown(!shown)}
    >
      <Icon aria-hidden />
      {showLabel}
    </Button>
  );
  return (
    <Field id={id} label={label} error={error} help={error ? undefined : help} action={toggle}>
      <Input {...input} type={shown ? "text" : "password"} spellCheck={false} autoCapitalize="none" />
    </Field>
  );
}
