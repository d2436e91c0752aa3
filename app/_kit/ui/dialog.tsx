"use client";

import type { Dialog as Base } from "@base-ui/react/dialog";
import { type ComponentProps, createContext, type ReactElement, type ReactNode, use } from "react";
import { useLoaded } from "@/app/_kit/ui/use-loaded";

/** Also for preloading, where a dialog will surely open, such as with a secret that is shown once. */
export const loadDialog = () => import("@/app/_kit/ui/dialog-popup");
const Parts = createContext<Awaited<ReturnType<typeof loadDialog>> | null>(null);

type PopupProps = ComponentProps<typeof Base.Popup>;
export type DialogProps = {
  title: ReactNode;
  children: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  description?: ReactNode;
  /** Buttons, right-aligned, always in view. Wrap closing ones in DialogClose. */
  footer?: ReactNode;
  /** A sheet comes from the lower edge of a phone, and fits two columns elsewhere. */
  size?: "sm" | "md" | "lg" | "sheet";
  /** No close button; Esc and clicks outside do nothing. The caller closes it through `open`. */
  locked?: boolean;
  initialFocus?: PopupProps["initialFocus"];
  finalFocus?: PopupProps["finalFocus"];
};

/** Modal dialog named by its title. When it closes, the focus goes back to where it was. */
export function Dialog(props: DialogProps) {
  const parts = useLoaded(loadDialog, props.open, () => props.onOpenChange(false));
  if (!parts) return null;
  return (
    <Parts value={parts}>
      <parts.Popup {...props} />
    </Parts>
  );
}

/** Turns the button inside into a close button. */
export function DialogClose({ children }: { children: ReactElement }) {
  const parts = use(Parts);
  if (!parts) throw new Error("outside of a dialog");
  return <parts.Close>{children}</parts.Close>;
}
