import { expect, it } from "vitest";
import de from "@/app/_i18n/messages/de/import.json";
import en from "@/app/_i18n/messages/en/import.json";
import es from "@/app/_i18n/messages/es/import.json";
import fr from "@/app/_i18n/messages/fr/import.json";
import pt from "@/app/_i18n/messages/pt/import.json";
import { pageLanguages } from "@/drizzle/schema/values";
import { columnsFor } from "@/server/modules/workspace/imports/columns";
import { importKinds, layouts } from "@/server/modules/workspace/imports/layouts";

const words = { de, en, es, fr, pt };

it.each(pageLanguages)("a template in %s is understood in any language", (language) => {
  const fields = words[language].fields as Record<string, string>;
  for (const kind of importKinds) {
    const { columns } = layouts[kind];
    const names = columns.filter(({ isHidden }) => !isHidden).map(({ name }) => name);
    const header = names.map((name) => fields[name] ?? "");
    const expected = Object.fromEntries(names.map((name, at) => [name, at]));
    expect(columnsFor(layouts[kind], header)).toEqual(expected);
  }
});
