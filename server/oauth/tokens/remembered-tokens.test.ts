import { afterAll, expect, it } from "vitest";
import { heldClock, oauthServices } from "@/server/test/oauth-kit";
import { keyring } from "../keys/keyring";
import { maxRemembered, recallToken, rememberToken } from "./remembered-tokens";

const services = await oauthServices(heldClock());
afterAll(() => services.close());

it("at most so many are remembered; the oldest is evicted", async () => {
  const [kid = ""] = (await keyring(services)).kids;
  for (let at = 0; at <= maxRemembered; at++) rememberToken(services, `token ${at}`, { kid, claims: {} });
  expect(await recallToken(services, "token 0")).toBeNull();
  expect(await recallToken(services, "token 1")).toEqual({ kid, claims: {} });
  expect(await recallToken(services, `token ${maxRemembered}`)).not.toBeNull();
});
