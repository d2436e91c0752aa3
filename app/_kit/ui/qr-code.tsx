/** Modules of the quiet zone on each side (ISO/IEC 18004). */
const quiet = 4;

type Props = {
  /** The width in modules, and the dark ones as a path. */
  code: { size: number; path: string };
  /** What it leads to. */
  label: string;
};

/** A QR code, dark on light in both themes: many cameras read no other. */
export function QrCode({ code: { size, path }, label }: Props) {
  const width = size + 2 * quiet;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-quiet} ${-quiet} ${width} ${width}`}
      shapeRendering="crispEdges"
      className="size-52 shrink-0 rounded-md border border-line forced-color-adjust-none"
    >
      <rect x={-quiet} y={-quiet} width={width} height={width} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
