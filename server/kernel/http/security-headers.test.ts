import { expect, it } from "vitest";
import { pageHeaders, transportSecurity } from "./security-headers";

const settings = {
  appUrl: "https://app.example.com",
  authUrl: "https://auth.example.com",
  legacyAuthUrl: "https://auth.example.com",
  baseUrl: "http://localhost:3000",
  issuerUrl: "https://app.example.com/identity",
};
const year = { "strict-transport-security": "max-age=31536000" };

it("sends Strict-Transport-Security for https, except where another URL on the same host is plain http", () => {
  expect(transportSecurity(settings, settings.appUrl)).toEqual(year);
  expect(transportSecurity(settings, settings.baseUrl)).toEqual({});
  const shared = { ...settings, baseUrl: "http://app.example.com:3000" };
  expect(transportSecurity(shared, shared.appUrl)).toEqual({});
  expect(transportSecurity(shared, shared.authUrl)).toEqual(year);
});

it("pages that an app may open in a popup keep their opener, the others have none", () => {
  const opener = (path: string) => pageHeaders(settings, path)["cross-origin-opener-policy"];
  for (const path of [
    "/login",
    "/login/link",
    "/login/second-step",
    "/oauth/authorize",
    "/consent",
    "/oauth/error",
    "/reset-password",
  ])
    expect(opener(path)).toBe("unsafe-none");
  for (const path of ["/", "/dashboard", "/loginx"]) expect(opener(path)).toBe("same-origin");
  expect(pageHeaders(settings, "/")).toMatchObject(year);
});
