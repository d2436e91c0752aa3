"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/app/_kit/ui/button";
import { Card } from "@/app/_kit/ui/card";
import { RevokeKeyButton } from "@/app/(app)/dashboard/(integrations)/open-api/keys/[keyId]/revoke-key-button";
import { RenameKeyForm } from "@/app/(app)/dashboard/(integrations)/open-api/keys/rename-key";
import type { ApiKeyView } from "@/server/modules/integrations/keys/present";

/** The tab "Settings": the name, and the danger area. */
export function KeySettings({ view }: { view: ApiKeyView }) {
  const t = useTranslations("keys");
  if (view.state === "revoked") return <p className="text-muted">{t("settings.revoked")}</p>;
  return (
    <div className="flex max-w-2xl flex-col gap-5">
      <Card>
        <RenameKeyForm
          // The field starts with the new name after a rename elsewhere.
          key={view.name}
          id={view.id}
          name={view.name}
          buttons={(pending) => (
            <div>
              <Button type="submit" pending={pending}>
                {t("rename.submit")}
              </Button>
            </div>
          )}
        />
      </Card>
      <Card
        title={t("settings.danger")}
        titleId="danger-heading"
        className="border-danger-line"
        description={t("settings.dangerText")}
      >
        <RevokeKeyButton id={view.id} name={view.name} />
      </Card>
    </div>
  );
}
