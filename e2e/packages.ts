import { ZipFile } from "yazl";

/** A skill package as the journeys use it: known words to look for, one reference to read, one script. */
export type TestPackage = {
  name: string;
  heading: string;
  reference: { path: string; sentence: string };
  files: Record<string, string>;
};

/** Written by hand, with a reference and a script. */
export function tidePackage(): TestPackage {
  return assemble({
    name: "tide-table",
    topic: "tides and harbour depths",
    heading: "Reading a tide table",
    referencePath: "references/datum.md",
    sentence: "Chart datum is the lowest astronomical tide.",
    scriptPath: "scripts/depth.py",
  });
}

const words = [
  "amber",
  "basalt",
  "cobalt",
  "dahlia",
  "ember",
  "fjord",
  "garnet",
  "heron",
  "indigo",
  "juniper",
];

/** A package nobody has seen before; the same seed gives the same one, so a failure can be repeated. */
export function randomPackage(seed: number): TestPackage {
  const next = randomNumbers(seed);
  const word = () => words[Math.floor(next() * words.length)] ?? "amber";
  const name = `${word()}-${word()}-${Math.floor(next() * 10_000)}`;
  return assemble({
    name,
    topic: `${word()} and ${word()} surveys`,
    heading: `Surveying ${word()} ${word()}`,
    referencePath: `references/${word()}-${word()}.md`,
    sentence: `The ${word()} constant is ${Math.floor(next() * 1000)}.`,
    scriptPath: `scripts/${word()}.py`,
  });
}

type Plan = {
  name: string;
  topic: string;
  heading: string;
  referencePath: string;
  sentence: string;
  scriptPath: string;
};

function assemble({ name, topic, heading, referencePath, sentence, scriptPath }: Plan): TestPackage {
  const skill = [
    "---",
    `name: ${name}`,
    `description: Answers questions about ${topic}. Use when someone asks about ${topic}.`,
    "license: Apache-2.0",
    "---",
    "",
    `# ${heading}`,
    "",
    "Work through the steps in order.",
    "",
    "## Constants",
    "",
    `Read [the reference](${referencePath}) and quote the sentence you used.`,
    "",
    "## Calculation",
    "",
    `Run \`${scriptPath}\` with the numbers you were given.`,
    "",
  ].join("\n");
  return {
    name,
    heading,
    reference: { path: referencePath, sentence },
    files: {
      "SKILL.md": skill,
      [referencePath]: `# Reference\n\n${sentence}\n`,
      [scriptPath]: "import sys\n\nprint(sum(float(n) for n in sys.argv[1:]))\n",
    },
  };
}

/** The package as people send it: a zip with one top folder. */
export async function zipOf({ name, files }: Pick<TestPackage, "name" | "files">): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), `${name}/${path}`);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** Numbers from 0 to 1 that depend on the seed alone (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
