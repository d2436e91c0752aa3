import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/*
 * Every colour of the pages is a role of app/globals.css, so contrast is a property of pairs of roles (WCAG 2.2, 1.4.3 and 1.4.11). It is proven here
 * for both themes; the browser tests prove that pages use the pairs, in the light one.
 */

const styles = readFileSync(new URL("../../app/globals.css", import.meta.url), "utf8");

type Palette = ReadonlyMap<string, number>;

/** Relative luminance of an OKLCH colour (Ottosson's matrices; WCAG 2.2, "relative luminance"). */
function luminanceOf(lightness: number, chroma: number, hue: number): number {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const [red, green, blue] = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((channel) => Math.min(1, Math.max(0, channel))) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function paletteOf(selector: string): Palette {
  const block =
    new RegExp(`\\n${selector.replace(".", "\\.")} \\{\\n([\\s\\S]*?)\\n\\}`).exec(styles)?.[1] ?? "";
  const roles = block.matchAll(/--([a-z-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g);
  return new Map(
    [...roles].map(([, role = "", ...parts]) => {
      const [lightness = 0, chroma = 0, hue = 0] = parts.map(Number);
      return [role, luminanceOf(lightness, chroma, hue)];
    }),
  );
}

function contrast(palette: Palette, one: string, other: string): number {
  const [lighter = 0, darker = 0] = [one, other]
    .map((role) => palette.get(role) ?? Number.NaN)
    .sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

const grounds = ["canvas", "surface", "raised", "sunken", "hover"];
const tones = ["accent", "danger", "warning", "success"];
const softGrounds = tones.map((tone) => `${tone}-soft`);

/** Text, and what it stands on. */
const texts: [text: string, ground: string][] = [
  ...["fg", "muted", "subtle"].flatMap((text) => grounds.map((ground): [string, string] => [text, ground])),
  ...["fg", "muted"].flatMap((text) => softGrounds.map((ground): [string, string] => [text, ground])),
  ...tones.flatMap((tone) =>
    [...grounds, `${tone}-soft`].map((ground): [string, string] => [`${tone}-text`, ground]),
  ),
  ...["accent", "danger"].flatMap((tone) =>
    [tone, `${tone}-hover`].map((ground): [string, string] => [`on-${tone}`, ground]),
  ),
];
/** Edges of controls and the focus ring. */
const edges = ["control", "ring"].flatMap((edge) =>
  ["canvas", "surface", "raised"].map((ground): [string, string] => [edge, ground]),
);

describe.each([
  ["light", ":root"],
  ["dark", ".dark"],
])("the %s palette", (_name, selector) => {
  const palette = paletteOf(selector);

  it("text reaches 4.5:1 on every ground that it stands on", () => {
    expect(palette.size).toBeGreaterThan(30);
    const pale = texts.filter(([text, ground]) => !(contrast(palette, text, ground) >= 4.5));
    expect(pale.map(([text, ground]) => `${text} on ${ground}: ${contrast(palette, text, ground)}`)).toEqual(
      [],
    );
  });

  it("edges of controls and the focus ring reach 3:1", () => {
    const pale = edges.filter(([edge, ground]) => !(contrast(palette, edge, ground) >= 3));
    expect(pale.map(([edge, ground]) => `${edge} on ${ground}: ${contrast(palette, edge, ground)}`)).toEqual(
      [],
    );
  });
});

it("black on white is 21:1", () => {
  const palette = new Map([
    ["black", luminanceOf(0, 0, 0)],
    ["white", luminanceOf(1, 0, 0)],
  ]);
  expect(contrast(palette, "black", "white")).toBeCloseTo(21, 3);
});
