"use client";

import { useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import { type Creatable, creatable, type Missing } from "@/app/(web)/dashboard/settings/import/find-missing";
import { shownError } from "@/app/(web)/dashboard/shown-error";

/** New labels get these in turn; they can be changed later. */
const colors = ["3b82f6", "10b981", "f59e0b", "ef4444", "8b5cf6", "14b8a6", "ec4899", "64748b"];

async function unlessThere(create: Promise<unknown>): Promise<void> {
  try {
    await create;
  } catch (error) {
    // Another user has just created it.
    if (shownError(error).code !== "CONFLICT") throw error;
  }
}

/** Creates the missing records before the import, as far as the user chose to. */
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
      // Sequential: each waits for the same lock.
      for (const kind of creatable)
        if (kinds.has(kind))
          for (const [at, name] of names[kind].entries()) await unlessThere(create[kind](name, at));
    },
  };
}

export type Creation = ReturnType<typeof useCreation>;
