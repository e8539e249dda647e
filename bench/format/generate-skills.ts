import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A small, seeded generator (mulberry32): the same seed gives the same skills everywhere. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const words =
  "review report release table invoice contract deploy cluster metric customer draft summary schema index query audit plan budget lesson recipe travel sensor image caption voice patch commit branch issue ticket".split(
    " ",
  );

/** Shaped like published ones: a median of 6 KB, half with more fields than two, some folded, some quoted. */
export function generateSkill(index: number, random: () => number): { name: string; text: string } {
  const pick = (): string => words[Math.floor(random() * words.length)] ?? "skill";
  const sentence = (length: number): string => Array.from({ length }, pick).join(" ");
  const name = `${pick()}-${pick()}-${index}`;
  const description = `Makes the ${sentence(8)}. Use when someone asks for ${sentence(12)}`;
  const written = [description, `"${description}: now"`, `>-\n  ${description}\n  and ${sentence(6)}`][
    Math.floor(random() * 3)
  ];
  const more =
    random() < 0.5
      ? `license: Apache-2.0\nmetadata:\n  author: ${pick()}\n  version: "1.${index % 10}"\n`
      : "";
  const paragraphs = 10 + Math.floor(random() * 40);
  const body = Array.from({ length: paragraphs }, (_, at) => `## Step ${at + 1}\n\n${sentence(20)}.\n`).join(
    "\n",
  );
  return { name, text: `---\nname: ${name}\ndescription: ${written}\n${more}---\n# ${name}\n\n${body}` };
}

/** Writes `count` skills below `folder`, one folder each. */
export function generateFolder(folder: string, count: number): void {
  const random = randomFrom(count);
  for (let index = 0; index < count; index++) {
    const { name, text } = generateSkill(index, random);
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, "SKILL.md"), text);
  }
}
