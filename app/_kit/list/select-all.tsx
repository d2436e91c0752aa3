import { Button } from "@/app/_kit/ui/button";
import { Checkbox } from "@/app/_kit/ui/checkbox";

type Props = {
  label: string;
  /** The selected rows, and all that are shown and can be selected. */
  chosenCount: number;
  shownCount: number;
  onChange: (isOn: boolean) => void;
  /** Selects also the rows of further pages; null where there are none, or where they are selected. */
  further: { label: string; act: () => void } | null;
};

/** Selects all rows of a list that are shown, and then those of further pages. */
export function SelectAll({ label, chosenCount, shownCount, onChange, further }: Props) {
  const hasAll = chosenCount === shownCount;
  return (
    <div className="-mb-2 flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1 px-3">
      <Checkbox
        label={label}
        checked={hasAll}
        indeterminate={chosenCount > 0 && !hasAll}
        onChange={({ target }) => onChange(target.checked)}
      />
      {hasAll && further ? (
        <Button size="sm" variant="ghost" onClick={further.act}>
          {further.label}
        </Button>
      ) : null}
    </div>
  );
}
