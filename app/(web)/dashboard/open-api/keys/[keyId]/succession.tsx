import { Card } from "@/app/_ui/card";
import { DataTable } from "@/app/_ui/data-table";
import { TextLink } from "@/app/_ui/text-link";
import { RevokeKeyButton } from "@/app/(web)/dashboard/open-api/keys/[keyId]/revoke-key-button";
import { KeyStatus } from "@/app/(web)/dashboard/open-api/keys/key-status";
import { LastUsed } from "@/app/(web)/dashboard/open-api/keys/last-used";
import { paths } from "@/app/(web)/dashboard/paths";
import { grouped } from "@/app/(web)/dashboard/words";
import type { ApiKeyView } from "@/server/modules/api-keys/present";

type Props = { view: ApiKeyView; replaced: ApiKeyView | null; replacements: readonly ApiKeyView[] };

/** A rotation that is under way: both keys side by side until the old one is quiet and revoked. */
export function Succession({ view, replaced, replacements }: Props) {
  const newest = replacements[0];
  if (replaced && replaced.state !== "revoked") return <Rotation old={replaced} successor={view} />;
  return newest ? <Rotation old={view} successor={newest} /> : null;
}

function Rotation({ old, successor }: { old: ApiKeyView; successor: ApiKeyView }) {
  return (
    <Card
      flush
      title="Replacement"
      titleId="replacement"
      description={
        old.isQuiet
          ? `Nothing has used ${old.name} for 24 hours. It can be revoked.`
          : `${old.name} is still in use. Move what uses it to ${successor.name}; once it has been quiet for 24 hours, it can be revoked here.`
      }
      actions={
        old.isQuiet ? (
          <RevokeKeyButton id={old.id} name={old.name} label="Revoke old key" variant="secondary" />
        ) : undefined
      }
    >
      <div className="px-2 pt-1 pb-2">
        <DataTable
          caption="Old and new key"
          rows={[old, successor]}
          rowKey={({ id }) => id}
          columns={[
            {
              label: "Name",
              header: true,
              cell: ({ id, name }) => (
                <TextLink quiet href={paths.key(id)}>
                  {name}
                </TextLink>
              ),
            },
            { label: "Place", cell: ({ id }) => (id === old.id ? "Old key" : "Replacement") },
            { label: "Status", cell: (key) => <KeyStatus view={key} /> },
            { label: "Last used", cell: (key) => <LastUsed view={key} /> },
            { label: "Requests today", cell: ({ requestsToday }) => grouped(requestsToday) },
          ]}
        />
      </div>
    </Card>
  );
}
