import type { CSSProperties, ReactNode } from "react";
import { cn } from "@/app/_kit/ui/class-names";

/** The first letters of the first two words of a name, in capitals. */
export const initialsOf = (name: string): string =>
  name
    .trim()
    .split(/\s+/u)
    .slice(0, 2)
    .map((word) => Array.from(word)[0] ?? "")
    .join("")
    .toUpperCase();

/** Hues of initials, in degrees of OKLCH: far enough apart to be distinct, the accent and danger left out. */
const hues = [45, 75, 105, 140, 165, 195, 225, 295, 320, 345] as const;

/** The hue that belongs to a name: the same on every page. */
export function hueOf(name: string): number {
  let hash = 0;
  for (const character of name) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  return hues[hash % hues.length] as number;
}

const sizes = { sm: "size-6 text-[0.625rem]", md: "size-7 text-xs", lg: "size-10 text-sm" } as const;

type Props = { name: string; size?: keyof typeof sizes; className?: string };

/**
 * A person's initials on a colour of their own. Decorative: the name is in text beside it, or in the name of what holds it. The initials are
 * no text, so that copying a name or a table does not copy them.
 */
export function Avatar({ name, size = "md", className }: Props) {
  return (
    <span
      aria-hidden
      className={cn(
        "before:content-[attr(data-initials)] inline-flex shrink-0 select-none items-center justify-center rounded-full border font-medium",
        "border-[oklch(0.85_0.07_var(--hue))] bg-[oklch(0.95_0.035_var(--hue))] text-[oklch(0.43_0.09_var(--hue))]",
        "dark:border-[oklch(0.42_0.07_var(--hue))] dark:bg-[oklch(0.28_0.04_var(--hue))] dark:text-[oklch(0.85_0.08_var(--hue))]",
        sizes[size],
        className,
      )}
      data-initials={initialsOf(name)}
      style={{ "--hue": hueOf(name) } as CSSProperties}
    />
  );
}

type NamedProps = Props & {
  /** What is said about the person in several lines, beside their initials; by default one line, the name. */
  isBlock?: boolean;
  children?: ReactNode;
};

/** A name with the person's initials before it, as lists and tables show people. */
export function Named({ name, size, isBlock = false, children = name, className }: NamedProps) {
  const Part = isBlock ? "div" : "span";
  return (
    <Part className={cn("flex min-w-0", isBlock ? "items-start gap-2.5" : "items-center gap-2", className)}>
      <Avatar name={name} size={size ?? (isBlock ? "md" : "sm")} />
      <Part className={cn("min-w-0", isBlock ? "grow" : "wrap-anywhere")}>{children}</Part>
    </Part>
  );
}
