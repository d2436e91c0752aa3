import type { ReactNode } from "react";

/** The lines of one subject; renders nothing if all are empty. */
export function Lines({ children }: { children: ReactNode }) {
  const lines = [children].flat(2).filter(Boolean);
  if (lines.length === 0) return null;
  return (
    <ul className="text-muted">
      {lines.map((line) => (
        <li key={String(line)}>{line}</li>
      ))}
    </ul>
  );
}
