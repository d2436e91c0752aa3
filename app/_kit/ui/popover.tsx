"use client";

import type { ReactElement, ReactNode } from "react";
import { useFirstPress } from "@/app/_kit/ui/use-first-press";

const loadPopup = () => import("@/app/_kit/ui/popover-popup");

export type PopoverProps = {
  trigger: ReactElement<React.ComponentProps<"button">>;
  /** Names the pop-up. */
  title: ReactNode;
  children: ReactNode;
  className?: string;
};

/** A small non-modal dialog beside its button. */
export function Popover(props: PopoverProps) {
  const { closed, opened } = useFirstPress(loadPopup, props.trigger, "dialog");
  if (!opened) return closed;
  return <opened.parts.PopoverPopup {...props} press={opened.press} />;
}
