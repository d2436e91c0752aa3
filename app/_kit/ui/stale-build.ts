import { useEffect, useState } from "react";

/** The address of the script that failed to load, if the error names one. */
function chunkOf(error: unknown): string | null {
  if (
    !(error instanceof Error) ||
    !/ChunkLoadError|Failed to load chunk/.test(`${error.name} ${error.message}`)
  )
    return null;
  return /\/_next\/static\/[^\s"'():]+/.exec(error.message)?.[0] ?? null;
}

const notAgainForMs = 60_000;
const lastReload = "reloaded-for-script";

/** Prevents a reload loop on a server that itself still names missing scripts. */
function mayReload(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(lastReload)) < notAgainForMs) return false;
    sessionStorage.setItem(lastReload, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}

/** Whether the server responds, but no longer has the script. */
async function isGone(chunk: string): Promise<boolean> {
  try {
    return (await fetch(chunk, { method: "HEAD", cache: "no-store" })).status === 404;
  } catch {
    return false;
  }
}

/**
 * Reloads the page at its current address when an error comes from a script that another build has removed.
 * @returns whether it does
 */
export async function reloadIfStale(error: unknown): Promise<boolean> {
  const chunk = chunkOf(error);
  if (!chunk || !(await isGone(chunk)) || !mayReload()) return false;
  window.location.reload();
  return true;
}

/** The same for an error that ended a page; true until it is known that a reload does not help. */
export function useReloadIfStale(error: unknown): boolean {
  const [trying, setTrying] = useState(chunkOf(error) !== null);
  useEffect(() => {
    if (chunkOf(error)) reloadIfStale(error).then(setTrying);
  }, [error]);
  return trying;
}
