type Hash = (text: string) => string;
type Files = readonly { path: string; executable: boolean }[];

/** A package as it is delivered: `digest` is `packageDigest` of its files, which come in the order of their paths' bytes. */
export type DeliveredPackage = { name: string; number: number; digest: string; files: Files };

/**
 * One digest over a whole delivery: the sha256 of a line for each skill, in order: its package's digest, its version,
 * its name, then the paths of its executable files, as JSON. Servers and clients compute the same.
 */
export const setDigest = (skills: readonly DeliveredPackage[], sha256: Hash): string =>
  sha256(skills.map(lineOf).join(""));

const lineOf = ({ name, number, digest, files }: DeliveredPackage): string =>
  `${JSON.stringify([digest, number, name, ...programsOf(files)])}\n`;

/**
 * Names the archive of a skill: its package's digest, which says nothing of executable files, so that where there are
 * any it is a sha256 over both.
 */
export function packageArchiveDigest(
  { digest, files }: Pick<DeliveredPackage, "digest" | "files">,
  sha256: Hash,
): string {
  const programs = programsOf(files);
  return programs.length === 0 ? digest : sha256(JSON.stringify([digest, ...programs]));
}

const programsOf = (files: Files): string[] =>
  files.filter(({ executable }) => executable).map(({ path }) => path);
