import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/*
 * The colours of pages are roles of app/globals.css, so contrast is a property of pairs of roles (WCAG 2.2, 1.4.3 and 1.4.11). It is proven
 * here for both themes; the browser tests look at the pages in light colours. Leave types' own colours, on the wallchart, are checked there.
 */

const styles = readFileSync(new URL("../../app/globals.css", import.meta.url), "utf8");

type Rgb = readonly [red: number, green: number, blue: number];
type Palette = ReadonlyMap<string, Rgb>;

/** OKLCH as gamma-encoded sRGB from 0 to 1 (Ottosson's matrices; CSS Color 4). */
function rgbOf(lightness: number, chroma: number, hue: number): Rgb {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((linear) => {
    const clipped = Math.min(1, Math.max(0, linear));
    return clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055;
  }) as unknown as Rgb;
}

/** Relative luminance (WCAG 2.2). */
function luminanceOf(color: Rgb): number {
  const [red, green, blue] = color.map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  ) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function paletteOf(selector: string): Palette {
  const block =
    new RegExp(`\\n${selector.replace(".", "\\.")} \\{\\n([\\s\\S]*?)\\n\\}`).exec(styles)?.[1] ?? "";
  const roles = block.matchAll(/--([a-z-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g);
  return new Map(
    [...roles].map(([, role = "", ...parts]) => {
      const [lightness = 0, chroma = 0, hue = 0] = parts.map(Number);
      return [role, rgbOf(lightness, chroma, hue)];
    }),
  );
}

/** Contrast of a role, or of a share of it as in "fg/85", with the role behind it. */
function contrast(palette: Palette, text: string, ground: string): number {
  const [role = "", percent = "100"] = text.split("/");
  const [above, below] = [palette.get(role), palette.get(ground)];
  if (!above || !below) throw new Error(`no role ${role} or ${ground}`);
  const share = Number(percent) / 100;
  const seen = above.map((channel, at) => share * channel + (1 - share) * (below[at] ?? 0)) as unknown as Rgb;
  const [lighter = 0, darker = 0] = [luminanceOf(seen), luminanceOf(below)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

const grounds = ["canvas", "surface", "raised", "sunken", "hover"];
const tones = ["accent", "danger", "warning", "success"];
const softGrounds = tones.map((tone) => `${tone}-soft`);

/** Text, and its background. */
const texts: [text: string, ground: string][] = [
  ...["fg", "fg/85", "muted", "subtle"].flatMap((text) =>
    grounds.map((ground): [string, string] => [text, ground]),
  ),
  ...["fg", "muted", "subtle"].flatMap((text) =>
    softGrounds.map((ground): [string, string] => [text, ground]),
  ),
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

  it("text reaches 4.5:1 on every background", () => {
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

it("text has a whole role, or a share that is proven here", () => {
  const used = execFileSync("git", ["grep", "-ohE", "\\btext-[a-z-]+/[0-9]+", "--", "app"], {
    encoding: "utf8",
  });
  const known = new Set(texts.map(([text]) => `text-${text}`));
  const sizes = /^text-(?:xs|sm|base|lg|xl)\//;
  expect(
    used
      .trim()
      .split("\n")
      .filter((one) => !known.has(one) && !sizes.test(one)),
  ).toEqual([]);
});

it("black on white is 21:1", () => {
  const palette = new Map([
    ["black", rgbOf(0, 0, 0)],
    ["white", rgbOf(1, 0, 0)],
  ]);
  expect(contrast(palette, "black", "white")).toBeCloseTo(21, 3);
});
