"use client";

import { PenLine, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ConfirmAction, type Confirmation } from "@/app/_kit/form/confirm-action";
import { useHandOverFocus } from "@/app/_kit/page/use-hand-over-focus";
import { Menu, MenuItem, MenuSeparator } from "@/app/_kit/ui/menu";

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
