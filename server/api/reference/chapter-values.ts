import { scopes } from "@/server/access/scopes";
import { lifetimeMs as pageTokenLifetimeMs } from "@/server/kernel/database/page-token";
import type { Settings } from "@/server/kernel/env";
import { minute, second } from "@/server/kernel/time/clock";
import { retentionMs } from "@/server/modules/integrations/operations/idempotency";
import { keptMs as operationsKeptMs } from "@/server/modules/integrations/operations/store";
import { burst, intervalMs, monthlyQuota } from "@/server/modules/integrations/rate-limits/policy";
import { maximumResponseBytes } from "@/server/modules/integrations/webhooks/exchange";
import * as retries from "@/server/modules/integrations/webhooks/policy";
import { samplePayload } from "@/server/modules/integrations/webhooks/sample-payload";
import { defaultOverlapSeconds, maximumOverlapSeconds } from "@/server/modules/integrations/webhooks/schema";
import { attemptMs, userAgent } from "@/server/modules/integrations/webhooks/sender";
import { maximumUrlLength } from "@/server/modules/integrations/webhooks/url-guard";
import { verificationSamples } from "@/server/modules/integrations/webhooks/verification-samples";
import { toleranceSeconds } from "@/server/modules/integrations/webhooks/verify";
import { unusedMs } from "@/server/oauth/clean-up";
import { metadataOf } from "@/server/oauth/metadata";
import { protectedResourceUrl } from "@/server/oauth/protected-resource";
import { maximumRedirectUris } from "@/server/oauth/redirect-uri";
import { registrationBurst } from "@/server/oauth/register/limit-registrations";
import {
  defaultScopes,
  type OauthScope,
  oauthScopes,
  readScopes,
  scopeWords,
  writeScopes,
} from "@/server/oauth/scopes";
import { failureBurst } from "@/server/oauth/token/limit-failures";
import {
  codeLifetimeMs,
  refreshTokenLifetimeMs,
  requestLifetimeMs,
  tokenLifetimeMs,
  tokenLifetimeSeconds,
} from "@/server/oauth/tokens/lifetimes";
import { jitter } from "@/server/worker/retry";
import { defaultMaximumBytes } from "../steps/read-input";
import { errorRows, errorSections } from "./error-catalogue";
import { durationWords, grouped, sizeWords } from "./limits";
import { rowOf } from "./markdown-table";
import { toolValues } from "./tool-values";

type Values = Record<string, string>;

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const codes = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");
const rows = (cells: readonly (readonly string[])[]): string => cells.map(rowOf).join("\n");

const limits = (settings: Settings): Values => ({
  scopes: codes(scopes),
  scopeCount: String(scopes.length),
  maximumBody: sizeWords(defaultMaximumBytes),
  pageTokenLifetime: durationWords(pageTokenLifetimeMs),
  idempotencyRetention: durationWords(retentionMs),
  writeWait: durationWords(settings.writeWaitMs),
  operationsKept: durationWords(operationsKeptMs),
  ratePerSecond: String(1000 / intervalMs),
  burst: String(burst),
  monthlyQuota: grouped(monthlyQuota),
});

const scopeRows = (names: readonly OauthScope[]): string =>
  rows(names.map((scope) => [`\`${scope}\``, `${scopeWords[scope].allows}. ${scopeWords[scope].excludes}`]));

const oauth = (settings: Settings): Values => ({
  metadata: json(metadataOf(settings)),
  oauthScopeRows: scopeRows(oauthScopes),
  oauthWriteScopeRows: scopeRows(writeScopes),
  mcpScopeRows: scopeRows([...readScopes, ...writeScopes]),
  mcpMetadataUrl: protectedResourceUrl(settings),
  defaultScopes: defaultScopes.join(" "),
  maximumRedirectUris: String(maximumRedirectUris),
  registrationBurst: String(registrationBurst),
  failureBurst: String(failureBurst),
  unusedClientKept: durationWords(unusedMs),
  requestLifetime: durationWords(requestLifetimeMs),
  codeLifetime: durationWords(codeLifetimeMs),
  tokenLifetime: durationWords(tokenLifetimeMs),
  tokenLifetimeSeconds: String(tokenLifetimeSeconds),
  refreshTokenLifetime: durationWords(refreshTokenLifetimeMs),
});

const webhooks = (): Values => ({
  ...Object.fromEntries(
    (["leave.approved", "user.updated", "webhook.test"] as const).map((type) => [
      `payload.${type}`,
      json(samplePayload(type)),
    ]),
  ),
  ...Object.fromEntries(verificationSamples.map(({ language, code }) => [`verify.${language}`, code])),
  userAgent,
  timestampTolerance: durationWords(toleranceSeconds * second),
  defaultOverlap: durationWords(defaultOverlapSeconds * second),
  maximumOverlap: durationWords(maximumOverlapSeconds * second),
  attemptTime: durationWords(attemptMs),
  attemptRows: rows(
    retries.scheduleMs.map((ms, place) => [String(place + 1), ms === 0 ? "right away" : durationWords(ms)]),
  ),
  maximumAttempts: String(retries.maximumAttempts),
  jitter: `${jitter * 100}%`,
  breath: durationWords(retries.breathMs),
  retryAfterRoom: `${retries.retryAfterRoomMs / minute} minutes`,
  keptResponse: sizeWords(maximumResponseBytes),
  deliveriesKept: durationWords(retries.keptMs),
  pauseAfter: durationWords(retries.pauseAfterMs),
  pauseAttempts: String(retries.pauseAttempts),
  pauseEventSpan: durationWords(retries.pauseEventSpanMs),
  maximumUrlLength: grouped(maximumUrlLength),
});

/** Values for `{{name}}` in chapters: the constants that the code uses, so that no text states another number. */
export const chapterValues = (settings: Settings): Readonly<Values> => ({
  appUrl: settings.appUrl,
  authUrl: settings.authUrl,
  baseUrl: settings.baseUrl,
  issuerUrl: settings.issuerUrl,
  ...limits(settings),
  ...oauth(settings),
  ...webhooks(),
  ...toolValues(settings),
  errorRows,
  errorSections,
});
