"use client";

import { useState } from "react";
import type { UseFormSetError } from "react-hook-form";
import type { z } from "zod";
import { useTRPCClient } from "@/app/_trpc/client";
import { errorOf } from "@/app/_trpc/error-of";
import type { ShownError } from "@/app/_ui/error-panel";
import type { KeyFormInput } from "@/app/(web)/dashboard/open-api/keys/new/key-form-values";
import { shownError } from "@/app/(web)/dashboard/shown-error";
import type { ApiKeyCreate } from "@/server/modules/api-keys/schema";

const fieldOfPath: Record<string, keyof KeyFormInput> = {
  name: "name",
  description: "description",
  scopes: "scopes",
  expiresAt: "date",
};

/**
 * Sends the form. Faults that the server finds land at their fields, anything else in `failure`. The call goes past the query
 * cache on purpose: its answer holds the key.
 */
export function useCreateKey(setError: UseFormSetError<KeyFormInput>) {
  const client = useTRPCClient();
  const [failure, setFailure] = useState<ShownError | null>(null);
  const create = async (input: z.input<typeof ApiKeyCreate>) => {
    setFailure(null);
    try {
      return await client.apiKeys.create.mutate(input);
    } catch (error) {
      const faults = errorOf(error)?.details?.fields ?? [];
      const known = faults.flatMap(({ path, message }) => {
        const field = fieldOfPath[path.split(".")[0] ?? ""];
        return field ? [{ field, message }] : [];
      });
      for (const { field, message } of known) setError(field, { message }, { shouldFocus: true });
      if (known.length === 0) setFailure(shownError(error));
      return null;
    }
  };
  return { create, failure };
}
