import { useNamed } from "@/app/_kit/list/name-filter";
import type { PickerProps } from "@/app/_kit/ui/picker";
import { useTRPCClient } from "@/app/_trpc/client";

/** Active people within sight, searched by name; for an administrator, everyone. */
export const usePeople: PickerProps["useChoices"] = (text) =>
  useNamed(text, useTRPCClient().people.colleagues.query, undefined, true);
