import type { Services } from "@/server/kernel/services";

type Work = (services: Services) => void;

// Next's own copy of this module and ours must find the same listeners.
const shared = globalThis as typeof globalThis & { timeawayWakes?: Map<string, Work> };
shared.timeawayWakes ??= new Map();
const wakes = shared.timeawayWakes;

/** Registers the background work that `wake` starts; the latest registration wins. */
export function onWake(name: string, work: Work): void {
  wakes.set(name, work);
}

/**
 * Starts background work without waiting for it, in a process that runs it; elsewhere the cron route picks it up. For modules that create
 * work for another module.
 */
export function wake(services: Services, name: string): void {
  if (services.wakes) wakes.get(name)?.(services);
}
