import { useEffect, useState } from "react";

/** Address of the script that could not be loaded, when that is what an error says. */
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

/** A server that itself still names scripts which are gone is not asked again and again. */
function mayReload(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(lastReload)) < notAgainForMs) return false;
    sessionStorage.setItem(lastReload, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}

/** Whether the server is there, but has no such script any more. */
async function isGone(chunk: string): Promise<boolean> {
  try {
    return (await fetch(chunk, { method: "HEAD", cache: "no-store" })).status === 404;
  } catch {
    return false;
  }
}

/**
 * Loads the page at its present address afresh when an error comes from a script that another build has taken away.
 * @returns whether it does
 */
export async function reloadIfStale(error: unknown): Promise<boolean> {
  const chunk = chunkOf(error);
  if (!chunk || !(await isGone(chunk)) || !mayReload()) return false;
  window.location.reload();
  return true;
}

/** The same for an error that a page has ended in; true until it is known that a reload will not help. */
export function useReloadIfStale(error: unknown): boolean {
  const [trying, setTrying] = useState(chunkOf(error) !== null);
  useEffect(() => {
    if (chunkOf(error)) reloadIfStale(error).then(setTrying);
  }, [error]);
  return trying;
}
