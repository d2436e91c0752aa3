import { beforeEach, expect, it, vi } from "vitest";
import { declineOffer, isOfferDue, makeOfferDue } from "./push-device";

beforeEach(() => {
  const kept = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  vi.stubGlobal("window", { localStorage });
});

it("notifications are offered once something was sent from the device, and never again after Not now", () => {
  expect(isOfferDue()).toBe(false);
  makeOfferDue();
  expect(isOfferDue()).toBe(true);
  declineOffer();
  makeOfferDue();
  expect(isOfferDue()).toBe(false);
});

it("storage that is forbidden offers nothing, and breaks no page", () => {
  vi.stubGlobal("window", {});
  makeOfferDue();
  expect(isOfferDue()).toBe(false);
});
