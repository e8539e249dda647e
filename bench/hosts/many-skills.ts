import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder of so many made-up skills with descriptions of different lengths, as long as it is needed. */
export async function withManySkills<T>(count: number, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "many-skills-"));
  try {
    for (let number = 0; number < count; number++) {
      const name = `job-${String(number).padStart(3, "0")}`;
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, "SKILL.md"), documentOf(name, number));
    }
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Most are about 600 characters long; every seventh is short, so that it fits where longer ones do not. */
function documentOf(name: string, number: number): string {
  const length = number % 7 === 6 ? 40 : 560 + ((number * 13) % 80);
  const sentence = `Job ${number} counts what is in stock & says what is missing. `;
  const description = sentence
    .repeat(30)
    .slice(0, length - 1)
    .trimEnd();
  return `---\nname: ${name}\ndescription: "${description}."\n---\n\nDo job ${number}.\n`;
}
