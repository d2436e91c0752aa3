"use client";

import { Ban, Eye, PenLine, RefreshCw, ScrollText } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useHandOverFocus } from "@/app/_kit/page/use-hand-over-focus";
import { Button } from "@/app/_kit/ui/button";
import { Dialog, DialogClose } from "@/app/_kit/ui/dialog";
import { Menu, MenuItem, MenuSeparator } from "@/app/_kit/ui/menu";
import { RenameKeyForm } from "@/app/(app)/dashboard/(integrations)/open-api/keys/rename-key";
import { RevokeKeyDialog } from "@/app/(app)/dashboard/(integrations)/open-api/keys/revoke-key-dialog";
import { paths } from "@/app/paths";
import type { ApiKeyView } from "@/server/modules/integrations/keys/present";

type Props = { view: Pick<ApiKeyView, "id" | "name" | "state">; isOwn: boolean };

/** The row menu of a key, and its dialogs. */
export function KeyActions({ view, isOwn }: Props) {
  const t = useTranslations("keys");
  const { id, name, state } = view;
  const [dialog, setDialog] = useState<"rename" | "revoke" | null>(null);
  const place = useHandOverFocus<HTMLSpanElement>();
  return (
    <span ref={place}>
      <Menu label={t("actions.of", { name })}>
        <MenuItem href={paths.key(id)} icon={<Eye aria-hidden />}>
          {t("actions.view")}
        </MenuItem>
        <MenuItem href={`${paths.key(id)}?tab=logs`} icon={<ScrollText aria-hidden />}>
          {t("actions.viewLogs")}
        </MenuItem>
        {state === "revoked" ? null : (
          <>
            <MenuItem onSelect={() => setDialog("rename")} icon={<PenLine aria-hidden />}>
              {t("actions.rename")}
            </MenuItem>
            {isOwn ? (
              <MenuItem href={`${paths.newKey}?replaces=${id}`} icon={<RefreshCw aria-hidden />}>
                {t("actions.replace")}
              </MenuItem>
            ) : null}
            <MenuSeparator />
            <MenuItem danger onSelect={() => setDialog("revoke")} icon={<Ban aria-hidden />}>
              {t("actions.revoke")}
            </MenuItem>
          </>
        )}
      </Menu>
      <Dialog
        open={dialog === "rename"}
        onOpenChange={(open) => setDialog(open ? "rename" : null)}
        size="sm"
        title={t("rename.title", { name })}
      >
        <RenameKeyForm
          id={id}
          name={name}
          onDone={() => setDialog(null)}
          buttons={(pending) => (
            <div className="flex flex-wrap justify-end gap-2">
              <DialogClose>
                <Button>{t("cancel")}</Button>
              </DialogClose>
              <Button type="submit" variant="primary" pending={pending}>
                {t("rename.submit")}
              </Button>
            </div>
          )}
        />
      </Dialog>
      <RevokeKeyDialog id={id} name={name} open={dialog === "revoke"} onClose={() => setDialog(null)} />
    </span>
  );
}
