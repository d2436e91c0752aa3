/** A leave type by name, with its colour beside it. */
export function TypeName({ name, color }: { name: string; color: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <span
        aria-hidden
        className="size-2.5 shrink-0 rounded-full border border-line forced-colors:hidden"
        style={{ backgroundColor: `#${color}` }}
      />
      <span className="wrap-anywhere">{name}</span>
    </span>
  );
}
