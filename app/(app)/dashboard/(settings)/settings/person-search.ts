import { useQuery } from "@tanstack/react-query";
import { foundBy, searched, searchedBy } from "@/app/_kit/list/name-filter";
import type { PickerProps } from "@/app/_kit/ui/picker";
import { useTypedText } from "@/app/_kit/ui/use-typed-text";
import { useTRPC } from "@/app/_trpc/queries";

/** Active people within sight, searched by name; for an administrator, everyone. */
export const usePeople: PickerProps["useChoices"] = (text) => {
  const asked = useTypedText(text);
  const { searchStandIns } = useTRPC().delegations;
  return foundBy(useQuery(searchStandIns.queryOptions(searchedBy(asked), searched)), text, asked);
};
