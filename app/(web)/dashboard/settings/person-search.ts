import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/queries";
import type { PickerProps } from "@/app/_ui/picker";
import { useTypedText } from "@/app/_ui/use-typed-text";
import { foundBy, searched, searchedBy } from "@/app/(web)/dashboard/name-filter";

/** Active people within sight, searched by name; for an administrator, everyone. */
export const usePeople: PickerProps["useChoices"] = (text) => {
  const asked = useTypedText(text);
  const { searchStandIns } = useTRPC().delegations;
  return foundBy(useQuery(searchStandIns.queryOptions(searchedBy(asked), searched)), text, asked);
};
