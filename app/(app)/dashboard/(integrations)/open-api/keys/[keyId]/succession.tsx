import { useFormatter, useTranslations } from "next-intl";
import { Card } from "@/app/_kit/ui/card";
import { DataTable } from "@/app/_kit/ui/data-table";
import { TextLink } from "@/app/_kit/ui/text-link";
import { RevokeKeyButton } from "@/app/(app)/dashboard/(integrations)/open-api/keys/[keyId]/revoke-key-button";
import { KeyStatus, LastUsed } from "@/app/(app)/dashboard/(integrations)/open-api/keys/key-facts";
import { paths } from "@/app/paths";
import type { ApiKeyView } from "@/server/modules/integrations/keys/present";

type Props = { view: ApiKeyView; replaced: ApiKeyView | null; replacements: readonly ApiKeyView[] };

/** A rotation in progress: both keys side by side until the old one is unused and revoked. */
export function Succession({ view, replaced, replacements }: Props) {
  const newest = replacements[0];
  if (replaced && replaced.state !== "revoked") return <Rotation old={replaced} successor={view} />;
  return newest ? <Rotation old={view} successor={newest} /> : null;
}

function Rotation({ old, successor }: { old: ApiKeyView; successor: ApiKeyView }) {
  const t = useTranslations("keys");
  const format = useFormatter();
  return (
    <Card
      flush
      title={t("succession.title")}
      titleId="replacement"
      description={
        old.isQuiet
          ? t("succession.quiet", { old: old.name })
          : t("succession.inUse", { old: old.name, successor: successor.name })
      }
      actions={
        old.isQuiet ? (
          <RevokeKeyButton
            id={old.id}
            name={old.name}
            label={t("succession.revokeOld")}
            variant="secondary"
          />
        ) : undefined
      }
    >
      <div className="px-2 pt-1 pb-2">
        <DataTable
          caption={t("succession.caption")}
          rows={[old, successor]}
          rowKey={({ id }) => id}
          columns={[
            {
              label: t("columns.name"),
              header: true,
              cell: ({ id, name }) => (
                <TextLink quiet href={paths.key(id)}>
                  {name}
                </TextLink>
              ),
            },
            {
              label: t("succession.place"),
              cell: ({ id }) => (id === old.id ? t("succession.oldKey") : t("succession.replacement")),
            },
            { label: t("columns.status"), cell: (key) => <KeyStatus view={key} /> },
            { label: t("columns.lastUsed"), cell: (key) => <LastUsed view={key} /> },
            { label: t("succession.today"), cell: ({ requestsToday }) => format.number(requestsToday) },
          ]}
        />
      </div>
    </Card>
  );
}
