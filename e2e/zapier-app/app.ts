import { type App, version as platformVersion } from "zapier-platform-core";
import { authentication } from "./authentication";
import { addToken, explainFault } from "./middleware";
import manifest from "./package.json";
import { searches } from "./searches";
import { triggers } from "./triggers";

export default {
  version: manifest.version,
  platformVersion,
  authentication,
  beforeRequest: [addToken],
  afterResponse: [explainFault],
  triggers,
  searches,
} satisfies App<typeof triggers, undefined, typeof searches>;
