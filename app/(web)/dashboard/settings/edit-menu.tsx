"use client";

import { PenLine, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ConfirmAction, type Confirmation } from "@/app/_resource/confirm-action";
import { Menu, MenuItem, MenuSeparator } from "@/app/_ui/menu";
import { useHandOverFocus } from "@/app/(web)/dashboard/use-hand-over-focus";

type Props = {
  /** "Actions for label On call" */
  label: string;
  words: { edit: string; delete: string };
  editor: (state: { open: boolean; onClose: () => void }) => ReactNode;
  deletion: Confirmation;
};

/** A row's menu: "Edit", which opens a dialog, and "Delete", which asks first. */
export function EditMenu({ label, words, editor, deletion }: Props) {
  const [opened, setOpened] = useState<"edit" | "delete" | null>(null);
  const place = useHandOverFocus<HTMLSpanElement>();
  const onClose = () => setOpened(null);
  return (
    <span ref={place}>
      <Menu label={label}>
        <MenuItem onSelect={() => setOpened("edit")} icon={<PenLine aria-hidden />}>
          {words.edit}
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger onSelect={() => setOpened("delete")} icon={<Trash2 aria-hidden />}>
          {words.delete}
        </MenuItem>
      </Menu>
      {editor({ open: opened === "edit", onClose })}
      <ConfirmAction {...deletion} open={opened === "delete"} onClose={onClose} />
    </span>
  );
}
