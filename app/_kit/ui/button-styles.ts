import { cva, type VariantProps } from "class-variance-authority";

/** One style for buttons and for links in place of a button. */
export const buttonStyles = cva(
  [
    "inline-flex max-w-full shrink-0 select-none items-center justify-center gap-1.5 rounded-md border font-medium",
    "text-center transition-colors [&_svg]:size-4 [&_svg]:shrink-0",
    "disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed not-aria-busy:aria-disabled:opacity-50",
  ],
  {
    variants: {
      variant: {
        primary:
          "border-transparent bg-accent text-on-accent shadow-control hover:bg-accent-hover forced-colors:border-current",
        secondary: "border-control bg-surface text-fg shadow-control hover:bg-hover data-popup-open:bg-hover",
        ghost:
          "border-transparent bg-transparent text-muted hover:bg-hover hover:text-fg data-popup-open:bg-hover data-popup-open:text-fg",
        /** What leads to a dangerous act, and asks first: small until then. */
        quietDanger:
          "border-control bg-surface text-danger-text shadow-control hover:bg-danger-soft data-popup-open:bg-danger-soft",
        danger:
          "border-transparent bg-danger text-on-danger shadow-control hover:bg-danger-hover forced-colors:border-current",
      },
      size: {
        sm: "min-h-7 px-2 py-0.5 text-[0.8125rem] pointer-coarse:min-h-11",
        md: "min-h-8 px-3 py-1 pointer-coarse:min-h-11",
        lg: "min-h-10 px-4 py-1.5 pointer-coarse:min-h-11",
        icon: "size-8 p-0 pointer-coarse:size-11",
        iconSm: "size-7 p-0 pointer-coarse:size-11",
      },
      block: { true: "w-full", false: "" },
    },
    defaultVariants: { variant: "secondary", size: "md", block: false },
  },
);

export type ButtonLook = VariantProps<typeof buttonStyles>;
