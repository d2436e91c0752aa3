import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";

type Props = {
  id: string;
  label: string;
  error: string | undefined;
  /** Six hex digits without `#`. */
  value: string;
  onChange: (color: string) => void;
};

/** A colour field with the browser's own picker. */
export function ColorField({ id, label, error, value, onChange }: Props) {
  return (
    <Field id={id} label={label} error={error}>
      <Input
        type="color"
        value={`#${value}`}
        onChange={({ target }) => onChange(target.value.slice(1))}
        className="w-16 cursor-pointer p-1"
      />
    </Field>
  );
}
