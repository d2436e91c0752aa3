"use client";

import { useFormStatus } from "react-dom";
import { Button, type ButtonProps } from "@/app/_kit/ui/button";

/** Submits the surrounding form with `intent`, and spins while that runs. */
export function SubmitButton({ intent, ...rest }: ButtonProps & { intent: string }) {
  const { pending, data } = useFormStatus();
  const isMine = pending && data.get("intent") === intent;
  return <Button {...rest} type="submit" name="intent" value={intent} size="lg" block pending={isMine} />;
}
