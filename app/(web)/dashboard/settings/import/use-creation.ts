"use client";

import { useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import { type Creatable, creatable, type Missing } from "@/app/(web)/dashboard/settings/import/find-missing";
import { shownError } from "@/app/(web)/dashboard/shown-error";

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

/** What is created before the rows that name it are imported, as far as somebody said so. */
export function useCreation() {
  const calls = useTRPCClient();
  const [kinds, setKinds] = useState<ReadonlySet<Creatable>>(new Set());
  const create = {
    departments: (name: string) => calls.directory.departments.create.mutate({ name }),
    labels: (name: string, at: number) =>
      calls.directory.labels.create.mutate({ name, color: colors[at % colors.length] ?? "" }),
  };
  return {
    kinds,
    choose: (kind: Creatable, isChosen: boolean) =>
      setKinds((before) => new Set(isChosen ? [...before, kind] : [...before].filter((one) => one !== kind))),
    reset: () => setKinds(new Set()),
    async run(names: Missing) {
      // One after the other: each waits for the same lock.
      for (const kind of creatable)
        if (kinds.has(kind))
          for (const [at, name] of names[kind].entries()) await unlessThere(create[kind](name, at));
    },
  };
}

export type Creation = ReturnType<typeof useCreation>;
