/** Next calls this once, before its first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { watchRepeatedKeys } = await import("@/server/api/repeated-keys");
  watchRepeatedKeys();
}
