"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import { Button } from "@/app/_ui/button";
import { ErrorPanel, type ShownError } from "@/app/_ui/error-panel";
import { LinkButton } from "@/app/_ui/link-button";
import { Note } from "@/app/_ui/note";
import { paths } from "@/app/(web)/dashboard/paths";
import type { Missing as Names } from "@/app/(web)/dashboard/settings/import/find-missing";
import { shownError } from "@/app/(web)/dashboard/shown-error";

const kinds = ["departments", "labels"] as const;
type Kind = (typeof kinds)[number];

/** More than this are no departments, but another column. */
const mostAdded = 100;

/** Labels that are new get these in turn; everybody can choose others later. */
const colors = ["3b82f6", "10b981", "f59e0b", "ef4444", "8b5cf6", "14b8a6", "ec4899", "64748b"];

async function unlessThere(create: Promise<unknown>): Promise<void> {
  try {
    await create;
  } catch (error) {
    // Somebody else has just added it.
    if (shownError(error).code !== "CONFLICT") throw error;
  }
}

type Props = {
  names: Names;
  /** When all of them are there. */
  onAdded: () => void;
};

/** What the rows name and the workspace has not: departments and labels are added here, a location has rules of its own. */
export function Missing({ names, onAdded }: Props) {
  const t = useTranslations("import.missing");
  const format = useFormatter();
  const calls = useTRPCClient();
  const [adding, setAdding] = useState<Kind | null>(null);
  const [error, setError] = useState<ShownError | null>(null);

  const create = {
    departments: (name: string) => calls.directory.departments.create.mutate({ name }),
    labels: (name: string, at: number) =>
      calls.directory.labels.create.mutate({ name, color: colors[at % colors.length] ?? "" }),
  };
  const add = async (kind: Kind) => {
    setError(null);
    setAdding(kind);
    try {
      // One after the other: each waits for the same lock.
      for (const [at, name] of names[kind].entries()) await unlessThere(create[kind](name, at));
      onAdded();
    } catch (thrown) {
      setError(shownError(thrown));
    } finally {
      setAdding(null);
    }
  };
  return (
    <>
      {kinds.map((kind) =>
        names[kind].length === 0 || names[kind].length > mostAdded ? null : (
          <Note
            key={kind}
            title={t("title", { kind, count: names[kind].length })}
            actions={
              <Button pending={adding === kind} disabled={adding !== null} onClick={() => void add(kind)}>
                {t("add", { kind, count: names[kind].length })}
              </Button>
            }
          >
            {format.list(names[kind], "all")}
          </Note>
        ),
      )}
      {names.locations.length > 0 ? (
        <Note
          title={t("title", { kind: "locations", count: names.locations.length })}
          actions={<LinkButton href={paths.newLocation}>{t("location")}</LinkButton>}
        >
          {format.list(names.locations.slice(0, mostAdded), "all")}
          <p className="mt-1">{t("locations")}</p>
        </Note>
      ) : null}
      {error ? <ErrorPanel error={error} /> : null}
    </>
  );
}
