import { sha256 } from "@/lib/platform/crypto";
import type { DeliveredSkill } from "./delivered";

type Named = Pick<DeliveredSkill, "name" | "files"> & { version: { number: number; digest: string } };

/**
 * One digest over a whole delivery: the sha256 of a line for each skill, in order: its package's digest, its version,
 * its name, then the paths of its executable files, as JSON. The same content is the same digest on every server.
 */
export const deliveryDigest = (skills: readonly Named[]): string => sha256(skills.map(lineOf).join(""));

const lineOf = ({ name, version, files }: Named): string =>
  `${JSON.stringify([version.digest, version.number, name, ...programsOf(files)])}\n`;

/**
 * Names the archive of a skill: its package's digest, which says nothing of executable files, so that where there are
 * any it is a sha256 over both.
 */
export function archiveDigest({
  version,
  files,
}: Pick<Named, "files"> & { version: { digest: string } }): string {
  const programs = programsOf(files);
  return programs.length === 0 ? version.digest : sha256(JSON.stringify([version.digest, ...programs]));
}

const programsOf = (files: Named["files"]): string[] =>
  files.filter(({ executable }) => executable).map(({ path }) => path);
