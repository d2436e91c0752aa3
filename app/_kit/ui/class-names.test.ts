import { readdirSync, readFileSync } from "node:fs";
import { twMerge } from "tailwind-merge";
import { describe, expect, it } from "vitest";
import { cn } from "@/app/_kit/ui/class-names";

const folder = new URL("../../", import.meta.url);
const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
  (name) => /\.tsx?$/.test(name) && !name.endsWith("class-groups.ts"),
);
const quoted = /"([^"\n]*)"|`([^`]*)`/g;

/** All Tailwind classes of the pages, without their variants. Named containers are exempt: they do not override each other. */
function classesOfThePages(): string[] {
  const words = sources.flatMap((name) =>
    [...readFileSync(new URL(name, folder), "utf8").matchAll(quoted)].flatMap(([, text, template]) =>
      (text ?? template ?? "").replaceAll(/\$\{[^}]*\}/g, " ").split(/\s+/),
    ),
  );
  const isClass = (word: string) => word !== "" && twMerge(`${word} ${word}`) === word;
  const bare = (word: string) =>
    word.replace(/^(?:[^:[(]*(?:\[[^\]]*\]|\([^)]*\))?[^:[(]*:)+/, "").replace(/^[-!]|!$/g, "");
  return [...new Set(words.filter(isClass).map(bare))].filter((word) => !word.startsWith("@container"));
}

describe("class names", () => {
  const classes = classesOfThePages();

  it("of every two classes of the pages, the later one wins when they conflict in Tailwind's own table", () => {
    expect(classes.length).toBeGreaterThan(400);
    const differing = classes.flatMap((one) =>
      classes
        .map((other) => `${one} ${other}`)
        .filter((pair) => cn(pair) !== twMerge(pair) && !pair.startsWith(`${one} ${one}`)),
    );
    expect(differing).toEqual([]);
  });

  it("variants are distinguished", () => {
    expect(cn("p-2 md:p-3", "p-4")).toBe("md:p-3 p-4");
    expect(cn("hover:md:p-3", "md:hover:p-4")).toBe("md:hover:p-4");
    expect(cn("text-sm/6 leading-5", "text-base")).toBe("text-base");
  });
});
