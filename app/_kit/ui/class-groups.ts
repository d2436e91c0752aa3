/** Tests the part of a class after its first words. */
type Value = (value: string) => boolean;
type Group = (string | { [word: string]: (string | Value)[] })[];

const any: Value = () => true;
const length: Value = (value) => /^(\d|\[[\d.]+(px|r?em)\])/.test(value);

/** Each of these words stands for one property, whatever follows it. */
const words = [
  "w h min-w min-h max-w max-h size p px py ps pe pt pb m mx my ms me mt mb gap gap-x gap-y z order basis",
  "inset inset-x inset-y top bottom start end grid-cols col-span justify items self align whitespace leading",
  "appearance cursor opacity duration transition animate translate-x translate-y overflow overflow-x overflow-y",
  "justify-items overscroll overscroll-x list outline-offset line-clamp shadow rounded-b rounded-s rounded-e",
  "fill",
].flatMap((line) => line.split(" "));

const sides = ["border-s", "border-e", "border-t", "border-b"];
const sizes = ["xs", "sm", "base", "lg", "xl", "2xl", "3xl"];

/**
 * Groups the classes in use by the property that they set. tailwind-merge brings a table of all of Tailwind, which is 5 kB of every page; a
 * test checks this one against it.
 */
export const classGroups: { [name: string]: Group } = {
  ...Object.fromEntries(words.map((word): [string, Group] => [word, [{ [word]: [any] }]])),
  ...Object.fromEntries(sides.map((side): [string, Group] => [side, [{ [side]: ["", length] }]])),
  display: [
    "flex",
    "grid",
    "hidden",
    "inline-flex",
    "inline-block",
    "block",
    "table",
    "table-row",
    "contents",
    "inline",
  ],
  position: ["fixed", "relative", "absolute", "sticky", "static"],
  visibility: ["visible", "invisible"],
  sr: ["sr-only", "not-sr-only"],
  flex: [{ flex: ["1", "none", "auto"] }],
  direction: [{ flex: ["row", "col", "row-reverse", "col-reverse"] }],
  shrink: ["shrink", "shrink-0"],
  grow: ["grow", "grow-0"],
  "text-align": [{ text: ["start", "center", "end"] }],
  "text-wrap": [{ text: ["pretty", "balance", "wrap", "nowrap"] }],
  "text-size": [{ text: [...sizes, length] }],
  "text-colour": [{ text: [any] }],
  family: [{ font: ["sans", "mono"] }],
  weight: [{ font: ["normal", "medium", "semibold", "bold"] }],
  underline: ["underline", "no-underline"],
  decoration: [{ decoration: [any] }],
  "stroke-width": [{ stroke: [length] }],
  stroke: [{ stroke: [any] }],
  rounded: [{ rounded: ["", "xs", "sm", "md", "lg", "full", "none", length] }],
  "border-style": [{ border: ["solid", "dashed", "none"] }],
  "border-collapse": [{ border: ["collapse", "separate"] }],
  "border-width": [{ border: ["", length] }],
  "border-colour": [{ border: [any] }],
  "background-image": [{ bg: [(value) => value.includes("gradient(")] }],
  background: [{ bg: [any] }],
  content: [{ content: [(value) => value.startsWith("[")] }],
  outline: ["outline", "outline-none"],
};

export const conflictingClassGroups = {
  inset: ["inset-x", "inset-y", "start", "end", "top", "bottom"],
  "inset-x": ["start", "end"],
  "inset-y": ["top", "bottom"],
  flex: ["basis", "grow", "shrink"],
  gap: ["gap-x", "gap-y"],
  p: ["px", "py", "ps", "pe", "pt", "pb"],
  px: ["ps", "pe"],
  py: ["pt", "pb"],
  m: ["mx", "my", "ms", "me", "mt", "mb"],
  mx: ["ms", "me"],
  my: ["mt", "mb"],
  size: ["w", "h"],
  overflow: ["overflow-x", "overflow-y"],
  overscroll: ["overscroll-x"],
  "line-clamp": ["display", "overflow"],
  rounded: ["rounded-b", "rounded-s", "rounded-e"],
  "border-width": sides,
  "text-size": ["leading"],
};
