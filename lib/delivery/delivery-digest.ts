import { sha256 } from "@/lib/platform/crypto";
import type { DeliveredSkill } from "./delivered";

type Named = Pick<DeliveredSkill, "name" | "files"> & { version: { number: number; digest: string } };

/**
 * One digest over a whole delivery: the sha256 of a line for each skill, in order: its package's digest, its version,
 * its name, then the paths of its executable files, as JSON. The same content is the same digest on every server.
 */
export const deliveryDigest = (skills: readonly Named[]): string => sha256(skills.map(lineOf).join(""));

const lineOf = ({ name, version, files }: Named): string => {
  const programs = files.filter(({ executable }) => executable).map(({ path }) => path);
  return `${JSON.stringify([version.digest, version.number, name, ...programs])}\n`;
};
