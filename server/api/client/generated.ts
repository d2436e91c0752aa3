import { v2Endpoints } from "../endpoints";
import { clientDocument } from "./document";
import { errorsText } from "./error-classes";
import { modelsText } from "./models";
import { resourcesText } from "./resources";
import { tableText } from "./table";

const notice = "// Made by `npm run client` from the endpoint records and the error catalogue.\n\n";

/** The generated files of the client, by their path in the repository. */
export function generatedFiles(): Map<string, string> {
  const document = clientDocument(v2Endpoints);
  const texts = {
    models: modelsText(document),
    resources: resourcesText(v2Endpoints, document),
    table: tableText(v2Endpoints, document),
    errors: errorsText(),
  };
  return new Map(
    Object.entries(texts).map(([name, text]) => [`client/src/generated/${name}.ts`, notice + text]),
  );
}
